/** Parts of keys that stand in examples, or that people type. */
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
/** Sixteen bytes of chance in hexadecimal have about 112. */
const minBits = 90

/** Bits of chance in a text, estimated by how often each of its characters comes. */
function entropyBits(text: string): number {
  const counts = Map.groupBy(text.split(''), (character) => character).values()
  const perCharacter = [...counts].reduce(
    (sum, { length }) => sum - (length / text.length) * Math.log2(length / text.length),
    0,
  )
  return perCharacter * text.length
}

/** Is the text one piece repeated, such as `abcabcabc`? */
const isRepetition = (text: string) => (text + text).indexOf(text, 1) < text.length

/** Do more than half of its characters follow their neighbor in order, such as `abcdef` or `aaaa`? */
function isSequence(text: string): boolean {
  let steps = 0
  for (let index = 1; index < text.length; index += 1) {
    if (Math.abs(text.charCodeAt(index) - text.charCodeAt(index - 1)) <= 1) steps += 1
  }
  return steps > text.length / 2
}

/**
 * Why a key is easily guessed, or null where nothing speaks for that. It cannot tell chance from what merely
 * looks like it.
 */
export function weaknessOf(key: string): string | null {
  const sample = samples.find((each) => key.toLowerCase().includes(each))
  if (sample !== undefined) return `it contains “${sample}”, as examples do`
  if (isRepetition(key) || isSequence(key) || entropyBits(key) < minBits)
    return 'its characters repeat or follow a pattern'
  return null
}
