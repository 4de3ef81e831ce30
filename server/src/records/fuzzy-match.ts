/** Of a shorter word a typo leaves too little to recognize it by. */
const shortest = 4
/** How many words beside the one typed are looked for. */
export const maxNearWords = 12

/** A letter may be two units of UTF-16. */
const lettersOf = (word: string) => Array.from(word)

/** May this word be mistyped? What holds signs is meant as it stands. */
export function canBeMistyped(word: string): boolean {
  return lettersOf(word).length >= shortest && /^[\p{L}\p{M}\p{N}]+$/u.test(word) && /\p{L}/u.test(word)
}

const digitsOf = (letters: readonly string[]) => letters.join('').replaceAll(/\P{N}/gu, '')

/** Is `one` the other with one letter changed, left out, added, or two neighbours swapped? */
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
 * Is the word, or its beginning, what was meant by the typed one? Digits are never guessed: a neighbouring
 * number is another record.
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
 * LIKE patterns of which every word near the typed one fits at least one: a typo spoils one part of a word
 * and leaves another whole, and a swap across the middle is tried as it would have been meant. The trigram
 * index answers them.
 */
export function patternsNear(typed: string): string[] {
  const letters = lettersOf(typed)
  const middle = Math.floor(letters.length / 2)
  const part = (from: number, to?: number) => letters.slice(from, to).join('')
  const [head, tail] = [part(0, middle), part(middle)]
  const swapped = `${part(0, middle - 1)}${letters[middle] ?? ''}${letters[middle - 1] ?? ''}${part(middle + 1)}`
  // Two letters make a trigram with the end of their word alone.
  const tails = letters.length - middle < 3 ? [`%${tail} %`, `%${tail}`] : [`%${tail}%`]
  return [`% ${head}%`, ...tails, `% ${swapped}%`]
}
