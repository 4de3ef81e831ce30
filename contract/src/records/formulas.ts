/**
 * Spreadsheet programs evaluate a cell that begins with one of these signs. They also do so after a character
 * that can separate cells: a semicolon in many countries, a tab, a line break. Full-width signs count too.
 * Source: OWASP, CSV Injection.
 */
const asFormula = /(^|[;\t\r\n])( *)('*[=+\-@＝＋－＠])/g
const masked = /(^|[;\t\r\n])( *)'('*[=+\-@＝＋－＠])/g
const leadingBreak = /^'*[\t\r]/
const maskedBreak = /^'('*[\t\r])/

/** Escapes a text for an exported cell: puts an apostrophe before every sign that could start a formula. */
export function maskFormulas(text: string): string {
  const inside = text.replaceAll(asFormula, "$1$2'$3")
  return leadingBreak.test(inside) ? `'${inside}` : inside
}

/** Reverses `maskFormulas`. */
export function unmaskFormulas(cell: string): string {
  return cell.replace(maskedBreak, '$1').replaceAll(masked, '$1$2$3')
}

/** A cell of a CSV file (RFC 4180), also quoted when it contains the list separator of another program. */
export function csvCell(text: string): string {
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
