/** The decimal separator of an amount. */
export type DecimalMark = 'point' | 'comma'

/** Why a text is not a valid amount. The kind of error tells the user what to write instead. */
export type AmountProblem = 'form' | 'decimal-comma' | 'groups' | 'fraction' | 'too-large'

export type ReadAmount = { units: number } | { problem: AmountProblem }

const currencyPart = String.raw`(?:[A-Z]{3}|[A-Z]{0,2}[$€£¥])`
const framed = new RegExp(
  String.raw`^(\()?\s*([-+−])?\s*(?:${currencyPart}\s*)?([-+−])?\s*([\d.,'\u00a0\u202f ]*\d[\d.,]*?)\s*(?:${currencyPart})?\s*(\))?$`,
  'u',
)

/** The digits before the decimals without group separators; null when the groups are invalid. */
function wholeOf(text: string, mark: string): string | null {
  if (/^\d*$/.test(text)) return text
  const plain = text.replaceAll(/[\u00a0\u202f]/g, ' ')
  const separator = [mark, ' ', "'"].find((each) => plain.includes(each))
  if (separator === undefined) return null
  const [first = '', ...groups] = plain.split(separator)
  return /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group))
    ? first + groups.join('')
    : null
}

/**
 * Parses an amount as people write it into minor units: `$1,250.50`, `1250.5`, `USD 1,250.50`, and `(12.00)`
 * and `-12` for negative amounts. Group separators are only valid between groups of three digits. A decimal
 * comma is only accepted when `mark` says so; otherwise it is refused, so that it is never misread. `digits`
 * is the number of decimals of the currency; additional decimals must be zeros.
 */
export function readAmount(text: string, digits = 2, mark: DecimalMark = 'point'): ReadAmount {
  const match = framed.exec(text.trim())
  const [, open, sign, innerSign, number = '', close] = match ?? []
  if (
    match === null ||
    (open === undefined) !== (close === undefined) ||
    (sign !== undefined && innerSign !== undefined)
  )
    return { problem: 'form' }
  const [point, group] = mark === 'point' ? ['.', ','] : [',', '.']
  const parts = number.split(point)
  const [before = '', after = ''] = parts
  if (mark === 'point' && looksLikeDecimalComma(number)) return { problem: 'decimal-comma' }
  if (parts.length > 2 || after.includes(group)) return { problem: 'groups' }
  const whole = wholeOf(before, group)
  if (whole === null || !/^\d*$/.test(after)) return { problem: 'groups' }
  const fraction = after.replace(/0+$/, '')
  if (fraction.length > digits) return { problem: 'fraction' }
  const units = Number(`${whole === '' ? '0' : whole}${fraction.padEnd(digits, '0')}`)
  if (!Number.isSafeInteger(units)) return { problem: 'too-large' }
  const isBelowZero = open !== undefined || /^[-−]$/.test(sign ?? innerSign ?? '')
  return { units: isBelowZero && units !== 0 ? -units : units }
}

/**
 * Whether a comma is placed like a decimal separator, as in `1,50`, `1.200,00` and `1 234,5`, instead of
 * between groups of three digits.
 */
function looksLikeDecimalComma(number: string): boolean {
  const [first = '', last = '', ...more] = number.split(',')
  if (more.length > 0 || !number.includes(',')) return false
  if (/^\d{1,3}$/.test(first.trim()) && /^\d{3}(?:\.\d*)?$/.test(last)) return false
  return /^\d*$/.test(last)
}

/** Messages for invalid amounts. */
export const amountProblems: Readonly<Record<AmountProblem, string>> = {
  form: 'is not an amount such as 1,250.50',
  'decimal-comma': 'has a decimal comma: write a point before the cents, such as 1250.50',
  groups: 'has commas in the wrong place. Enter an amount such as 1,250.50',
  fraction: 'has fractions of a cent',
  'too-large': 'is too large',
}
