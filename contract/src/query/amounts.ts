/** Which character stands before the decimals of an amount. */
export type DecimalMark = 'point' | 'comma'

/** Why a text is no amount: by what it looks like, so that a person is told what to write instead. */
export type AmountProblem = 'form' | 'decimal-comma' | 'groups' | 'fraction' | 'too-large'

export type ReadAmount = { units: number } | { problem: AmountProblem }

const currencyPart = String.raw`(?:[A-Z]{3}|[A-Z]{0,2}[$€£¥])`
const framed = new RegExp(
  String.raw`^(\()?\s*([-+−])?\s*(?:${currencyPart}\s*)?([-+−])?\s*([\d.,'\u00a0\u202f ]*\d[\d.,]*?)\s*(?:${currencyPart})?\s*(\))?$`,
  'u',
)

/**
 * The digits in front of the decimals without the marks of their groups of three; null where the groups are
 * none.
 */
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
 * An amount of money as people write it, in minor units: `$1,250.50`, `1250.5`, `USD 1,250.50`, `(12.00)` and
 * `-12` below zero. Commas stand between groups of three digits only; a decimal comma is read where `mark`
 * says so and refused by name elsewhere, never taken for another number.
 * `digits` is how many decimals the currency has; more decimals are taken only where they are zeros.
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

/** `1,50`, `1.200,00`, `1 234,5`: a comma where its decimals would be, and not between groups of three. */
function looksLikeDecimalComma(number: string): boolean {
  const [first = '', last = '', ...more] = number.split(',')
  if (more.length > 0 || !number.includes(',')) return false
  if (/^\d{1,3}$/.test(first.trim()) && /^\d{3}(?:\.\d*)?$/.test(last)) return false
  return /^\d*$/.test(last)
}

/** What a person is told of a text that is no amount. */
export const amountProblems: Readonly<Record<AmountProblem, string>> = {
  form: 'is not an amount such as 1,250.50',
  'decimal-comma': 'has a decimal comma: write a point before the cents, such as 1250.50',
  groups: 'has commas that do not stand between groups of three digits, such as 1,250.50',
  fraction: 'has parts of a cent',
  'too-large': 'is too large',
}
