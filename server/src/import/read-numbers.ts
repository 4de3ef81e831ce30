import { amountProblems, decimalsOf, phrase, readAmount } from '@portal/contract'
import type { DecimalMark, Sayable } from '@portal/contract'

/** A number, or the problem with the text. */
export type ReadNumber = { number: number } | { problem: Sayable }

const decimalComma = phrase('has a decimal comma: set decimal=comma, or use a decimal point', {})
const decimalPoint = phrase('has a decimal point, but a decimal comma was set', {})
const severalNumbers = phrase(
  'could be more than one number: the last three digits may be decimals or thousands',
  {},
)

/**
 * Removes floating-point noise: programs calculate with 53 bits, so sums of cents end in digits such as
 * 3.3000000000000003. Returns the rounded number if only such noise is removed, else null.
 */
function withoutNoise(number: number, digits: number): number | null {
  const meant = Number(number.toFixed(digits))
  const noise = Math.min(0.0005, Math.max(1e-9, Math.abs(number) * 1e-11))
  return Math.abs(number - meant) <= noise ? meant : null
}

/** People do not write this many decimals, so a program wrote them. */
const hasNoise = (text: string) => /^[+-]?\d*\.\d{10,}$/.test(text)

/** The currency symbols and codes that an amount may have. */
function marksOf(currency: string): Set<string> {
  const symbols = ['en-US', 'en-CA', 'en-AU'].flatMap((locale) =>
    (['symbol', 'narrowSymbol'] as const).map((currencyDisplay) => {
      const parts = new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        currencyDisplay,
      }).formatToParts(0)
      return parts.find(({ type }) => type === 'currency')?.value ?? currency
    }),
  )
  return new Set([currency, ...symbols])
}

const marksByCurrency = new Map<string, Set<string>>()

function isOfCurrency(mark: string, currency: string): boolean {
  const marks = marksByCurrency.get(currency) ?? marksOf(currency)
  marksByCurrency.set(currency, marks)
  return marks.has(mark)
}

/** `1.200` is ambiguous: it can mean 1.2 or 1200. `0.500` and `1234.500` are not. */
const endsUnclear = (number: string, mark: DecimalMark) =>
  (mark === 'point' ? /^[1-9]\d{0,2}\.\d{3}$/ : /^[1-9]\d{0,2},\d{3}$/).test(number)

export interface NumberReading {
  decimal: DecimalMark
  /** Whether the cell is a number in a workbook, not text. */
  isNumber: boolean
  /** Currency of the portal: a code of three letters. */
  currency: string
}

/** An amount in minor units. Source: contract.md 11.4. */
export function readMoney(text: string, { decimal, isNumber, currency }: NumberReading): ReadNumber {
  const digits = decimalsOf(currency)
  if (isNumber || hasNoise(text)) {
    const meant = withoutNoise(Number(text), digits)
    return meant === null
      ? { problem: phrase('is not an amount with up to {{digits}} decimals', { digits }) }
      : { number: Math.round(meant * 10 ** digits) }
  }
  const mark = /[A-Za-z]{0,3}\p{Sc}|[A-Za-z]+/u.exec(text)?.[0]
  if (
    mark !== undefined &&
    /\d/.test(text) &&
    !isOfCurrency(mark, currency) &&
    /^\p{Lu}{0,3}\p{Sc}?$/u.test(mark)
  )
    return { problem: phrase('is not in {{currency}}', { currency }) }
  const core = text.replaceAll(/[^\d.,]/g, '')
  if (endsUnclear(core, decimal)) return { problem: severalNumbers }
  if (decimal === 'comma' && /^0+\./.test(core)) return { problem: decimalPoint }
  const read = readAmount(text, digits, decimal)
  if ('units' in read) return { number: read.units }
  if (read.problem === 'decimal-comma') return { problem: decimalComma }
  if (read.problem === 'fraction' || read.problem === 'form')
    return { problem: phrase('is not an amount with up to {{digits}} decimals', { digits }) }
  if (read.problem === 'groups' && decimal === 'comma') return { problem: decimalPoint }
  return { problem: amountProblems[read.problem] }
}

const numbers = {
  point: /^[+-]?(?:[1-9]\d{0,2}(?:,\d{3})+|\d+|(?=\.\d))(?:\.\d+)?$/,
  comma: /^[+-]?(?:[1-9]\d{0,2}(?:\.\d{3})+|\d+|(?=,\d))(?:,\d+)?$/,
} as const
const scientific = /^[+-]?\d+(?:\.\d+)?[eE][+-]?\d{1,2}$/

/** A number, which may have decimals unless `isWhole` is set. */
export function readPlainNumber(
  text: string,
  isWhole: boolean,
  { decimal, isNumber }: NumberReading,
): ReadNumber {
  const plain = text.replace(/^[−]/, '-')
  if (isNumber) {
    const number = Number(plain)
    return { number: isWhole ? (withoutNoise(number, 0) ?? number) : number }
  }
  if (decimal === 'point' && scientific.test(plain)) return { number: Number(plain) }
  const [group, mark] = decimal === 'point' ? [',', '.'] : ['.', ',']
  // In a column of decimals, 48.137 is ambiguous: read with a thousands separator, a coordinate would be
  // wrong.
  const isUnclear = isWhole
    ? endsUnclear(plain.replace(/^[+-]/, ''), decimal)
    : decimal === 'comma' && /^[+-]?\d{1,3}\.\d{3}$/.test(plain)
  if (isUnclear) return { problem: severalNumbers }
  if (numbers[decimal].test(plain)) return { number: Number(plain.replaceAll(group, '').replace(mark, '.')) }
  if (!/^[+-]?[\d.,\s]+$/.test(plain) || !plain.includes(group))
    return { problem: phrase('is not a number', {}) }
  return { problem: decimal === 'point' ? decimalComma : decimalPoint }
}
