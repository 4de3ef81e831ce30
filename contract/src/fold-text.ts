/**
 * Letters to fold. Excludes the letters of Unicode 17: PostgreSQL 18 supports Unicode 16 and does not fold
 * them, and both sides must fold alike.
 */
const foldingLetter = /(?![\uA7CE\uA7D2\uA7D4\u{16EA0}-\u{16EB8}])\p{Changes_When_Casefolded}/gu
/** The only letters that fold to upper case. */
const smallCherokee = /[\u13F8-\u13FD\uAB70-\uABBF]/u

/**
 * Converts to upper case first, so that ς and σ, ß and SS fold alike. Handles one letter at a time, because
 * lower-casing a whole word treats a final sigma differently.
 */
function foldLetter(letter: string): string {
  return smallCherokee.test(letter) ? letter.toUpperCase() : letter.toLowerCase().toUpperCase().toLowerCase()
}

/**
 * Full Unicode case folding, the same in every locale: `Straße` and `STRASSE` become `strasse`, `ΟΔΟΣ`
 * becomes `οδοσ`.
 */
export function foldCase(text: string): string {
  return text.replaceAll(foldingLetter, foldLetter)
}

/**
 * Normalizes a text for comparison without case: full case folding in normal form NFC. The SQL function
 * `fold_text` returns the same for every Unicode 16 text.
 */
export function foldText(text: string): string {
  return foldCase(text.normalize('NFD')).normalize('NFC')
}
