/**
 * Letters whose other case has another folding, but for those of Unicode 17: PostgreSQL 18 knows Unicode 16
 * and leaves them as they are, and both sides fold alike.
 */
const foldingLetter = /(?![\uA7CE\uA7D2\uA7D4\u{16EA0}-\u{16EB8}])\p{Changes_When_Casefolded}/gu
/** The only letters that fold to their capitals. */
const smallCherokee = /[\u13F8-\u13FD\uAB70-\uABBF]/u

/**
 * By way of the capital, so that ς and σ, ß and SS come out alike. One letter at a time: a word's end folds
 * like its middle.
 */
function foldLetter(letter: string): string {
  return smallCherokee.test(letter) ? letter.toUpperCase() : letter.toLowerCase().toUpperCase().toLowerCase()
}

/**
 * Full case folding of Unicode, the same in every locale: `Straße` and `STRASSE` become `strasse`, `ΟΔΟΣ`
 * becomes `οδοσ`.
 */
export function foldCase(text: string): string {
  return text.replaceAll(foldingLetter, foldLetter)
}

/**
 * A text as it is compared where case does not matter: full case folding, in the normal form NFC. The SQL
 * function `fold_text` gives the same for every text of Unicode 16.
 */
export function foldText(text: string): string {
  return foldCase(text.normalize('NFD')).normalize('NFC')
}
