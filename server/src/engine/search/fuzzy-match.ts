/** Shorter words are not matched with typos: too few letters would remain to recognize them. */
const shortest = 4
/** Longer words are no words of a language, and every letter adds a place for a typo. */
const longest = 40
/** A run of this many digits finds few texts by itself. */
const rareRun = 6
/** Maximum number of similar words added to a typed word. */
export const maxNearWords = 12

/** Splits by code point: a letter may be two UTF-16 units. */
const lettersOf = (word: string) => Array.from(word)

/** Can the word contain a typo? A word with symbols is matched exactly. */
export function canBeMistyped(word: string): boolean {
  const { length } = lettersOf(word)
  return length >= shortest && length <= longest && /^[\p{L}\p{M}\p{N}]+$/u.test(word) && /\p{L}/u.test(word)
}

const digitsOf = (letters: readonly string[]) => letters.join('').replaceAll(/\P{N}/gu, '')

/** Do the two words differ by one letter changed, missing or added, or by two swapped neighbors? */
function isOneTypoAway(one: readonly string[], other: readonly string[]): boolean {
  let [from, oneEnd, otherEnd] = [0, one.length, other.length]
  while (from < oneEnd && from < otherEnd && one[from] === other[from]) from += 1
  while (oneEnd > from && otherEnd > from && one[oneEnd - 1] === other[otherEnd - 1]) {
    oneEnd -= 1
    otherEnd -= 1
  }
  const [left, right] = [one.slice(from, oneEnd), other.slice(from, otherEnd)]
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}

/**
 * Is the word, or its beginning, one typo away from the typed word? Digits must match: a similar number
 * belongs to another record.
 */
export function isNearWord(typed: string, word: string): boolean {
  const [sought, letters] = [lettersOf(typed), lettersOf(word)]
  const beginnings = [
    letters.slice(0, sought.length - 1),
    letters.slice(0, sought.length),
    letters.slice(0, sought.length + 1),
  ]
  return beginnings.some(
    (beginning) => isOneTypoAway(sought, beginning) && digitsOf(beginning) === digitsOf(sought),
  )
}

/**
 * LIKE patterns for a word without digits; every word one typo away matches at least one of them. A typo
 * leaves one half of the word intact, except a swap across the middle, which has its own pattern. The trigram
 * index supports these patterns.
 */
export function patternsNear(typed: string): string[] {
  const letters = lettersOf(typed)
  const middle = Math.floor(letters.length / 2)
  const part = (from: number, to?: number) => letters.slice(from, to).join('')
  const [head, tail] = [part(0, middle), part(middle)]
  const swapped = `${part(0, middle - 1)}${letters[middle] ?? ''}${letters[middle - 1] ?? ''}${part(middle + 1)}`
  // Two letters only form a trigram together with the end of the word.
  return [`${head}%`, letters.length - middle < 3 ? `%${tail}` : `%${tail}%`, `${swapped}%`]
}

/** Does the text contain a digit? */
export const hasDigit = (text: string | undefined) => text !== undefined && /\p{N}/u.test(text)

/**
 * LIKE patterns for the texts with a word one typo away from a word with digits. Digits must match, so a text
 * must contain a long run of them as it is. Without one, every place of a wrong letter has its own pattern.
 */
export function textPatternsNear(typed: string): string[] {
  const runs = typed.match(/\p{N}+/gu) ?? []
  const run = runs.reduce((long, run) => (run.length > long.length ? run : long), '')
  if (run.length >= rareRun) return [`%${run}%`]
  const letters = lettersOf(typed)
  const replaced = (at: number, removed: number, ...added: string[]) =>
    `% ${letters.toSpliced(at, removed, ...added).join('')}%`
  const places = [...letters.keys()]
  const wrong = places.filter((at) => !hasDigit(letters[at]))
  const swaps = places.slice(1).filter((at) => !hasDigit(letters[at]) || !hasDigit(letters[at - 1]))
  return [
    ...wrong.flatMap((at) => [replaced(at, 1), replaced(at, 1, '_')]),
    ...[...places, letters.length].map((at) => replaced(at, 0, '_')),
    ...swaps.map((at) => replaced(at - 1, 2, letters[at] ?? '', letters[at - 1] ?? '')),
  ]
}
