/**
 * Programs run a cell as a formula where it begins with one of these signs, and where one follows a character
 * that may end a cell for them: a semicolon in many countries, a tab, the end of a line. Source: OWASP, CSV
 * Injection; full-width signs count too.
 */
const asFormula = /(^|[;\t\r\n])( *)('*[=+\-@＝＋－＠])/g
const masked = /(^|[;\t\r\n])( *)'('*[=+\-@＝＋－＠])/g
const leadingBreak = /^'*[\t\r]/
const maskedBreak = /^'('*[\t\r])/

/**
 * A text as a cell of an exported table that no program runs: an apostrophe before every sign that would
 * begin a formula.
 */
export function maskFormulas(text: string): string {
  const inside = text.replaceAll(asFormula, "$1$2'$3")
  return leadingBreak.test(inside) ? `'${inside}` : inside
}

/** The text that `maskFormulas` was given. */
export function unmaskFormulas(cell: string): string {
  return cell.replace(maskedBreak, '$1').replaceAll(masked, '$1$2$3')
}

/** A cell of a CSV file (RFC 4180), quoted also where another program's list separator stands in it. */
export function csvCell(text: string): string {
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
