/** Shorter words are not matched with typos: too few letters would remain to recognize them. */
const shortest = 4
/** Maximum number of similar words added to a typed word. */
export const maxNearWords = 12

/** Splits by code point: a letter may be two UTF-16 units. */
const lettersOf = (word: string) => Array.from(word)

/** Can the word contain a typo? A word with symbols is matched exactly. */
export function canBeMistyped(word: string): boolean {
  return lettersOf(word).length >= shortest && /^[\p{L}\p{M}\p{N}]+$/u.test(word) && /\p{L}/u.test(word)
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
  return beginnings.some((each) => isOneTypoAway(sought, each) && digitsOf(each) === digitsOf(sought))
}

/**
 * LIKE patterns; every word one typo away matches at least one of them. A typo leaves one half of the word
 * intact, except a swap across the middle, which has its own pattern. The trigram index supports these
 * patterns.
 */
export function patternsNear(typed: string): string[] {
  const letters = lettersOf(typed)
  const middle = Math.floor(letters.length / 2)
  const part = (from: number, to?: number) => letters.slice(from, to).join('')
  const [head, tail] = [part(0, middle), part(middle)]
  const swapped = `${part(0, middle - 1)}${letters[middle] ?? ''}${letters[middle - 1] ?? ''}${part(middle + 1)}`
  // Two letters only form a trigram together with the end of the word.
  const tails = letters.length - middle < 3 ? [`%${tail} %`, `%${tail}`] : [`%${tail}%`]
  return [`% ${head}%`, ...tails, `% ${swapped}%`]
}
