/** Strings that appear in example keys or that people type. */
const samples = [
  'changeme',
  'change-me',
  'change_me',
  'secret',
  'password',
  'passwort',
  'example',
  'insecure',
  'default',
  'letmein',
  'qwerty',
  '0123456789',
  '1234567890',
  'abcdefgh',
]
/** Sixteen random bytes in hexadecimal have about 112 bits by this estimate. */
const minBits = 90

/** Entropy of a text in bits, estimated from the frequency of its characters. */
function entropyBits(text: string): number {
  const counts = Map.groupBy(text.split(''), (character) => character).values()
  const perCharacter = [...counts].reduce(
    (sum, { length }) => sum - (length / text.length) * Math.log2(length / text.length),
    0,
  )
  return perCharacter * text.length
}

/** Whether the text repeats one substring, such as `abcabcabc`. */
const isRepetition = (text: string) => (text + text).indexOf(text, 1) < text.length

/** Whether more than half of the characters continue a sequence, such as `abcdef` or `aaaa`. */
function isSequence(text: string): boolean {
  let steps = 0
  for (let index = 1; index < text.length; index += 1) {
    if (Math.abs(text.charCodeAt(index) - text.charCodeAt(index - 1)) <= 1) steps += 1
  }
  return steps > text.length / 2
}

/**
 * The reason why a key is easy to guess; null if no weakness is found. It cannot prove that a key is random.
 */
export function weaknessOf(key: string): string | null {
  const sample = samples.find((sample) => key.toLowerCase().includes(sample))
  if (sample !== undefined) return `it contains “${sample}”, as examples do`
  if (isRepetition(key) || isSequence(key) || entropyBits(key) < minBits)
    return 'its characters repeat or follow a pattern'
  return null
}
