import { amountProblems, decimalsOf, readAmount } from '@portal/contract'
import type { DecimalMark } from '@portal/contract'

/** A number, or what is wrong with the text. */
export type ReadNumber = { number: number } | { problem: string }

const decimalComma =
  'has a decimal comma: say that decimals stand behind a comma (decimal=comma), or write a point'
const decimalPoint = 'has a decimal point, and decimals were said to stand behind a comma'
const severalNumbers = 'could be more than one number: its last three digits are decimals or thousands'

/**
 * What programs calculate with has 53 bits, so that sums of cents end in digits nobody meant,
 * 3.3000000000000003. The number that is meant when it lies so near that only those digits differ; null
 * otherwise.
 */
function withoutNoise(number: number, digits: number): number | null {
  const meant = Number(number.toFixed(digits))
  const noise = Math.min(0.0005, Math.max(1e-9, Math.abs(number) * 1e-11))
  return Math.abs(number - meant) <= noise ? meant : null
}

/** More decimals than people write: a program wrote them. */
const hasNoise = (text: string) => /^[+-]?\d*\.\d{10,}$/.test(text)

/** The marks an amount of a currency is written with. */
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

/** `1.200` is 1.2 to some and 1200 to others; `0.500` is neither to anybody, nor `1234.500`. */
const endsUnclear = (number: string, mark: DecimalMark) =>
  (mark === 'point' ? /^[1-9]\d{0,2}\.\d{3}$/ : /^[1-9]\d{0,2},\d{3}$/).test(number)

export interface NumberReading {
  decimal: DecimalMark
  /** Is it a number of a workbook and no text? */
  isNumber: boolean
  /** Of the portal: a code of three letters. */
  currency: string
}

/** An amount in minor units. Source: contract.md 11.4. */
export function readMoney(text: string, { decimal, isNumber, currency }: NumberReading): ReadNumber {
  const digits = decimalsOf(currency)
  if (isNumber || hasNoise(text)) {
    const meant = withoutNoise(Number(text), digits)
    return meant === null
      ? { problem: `is not an amount with at most ${digits} decimals` }
      : { number: Math.round(meant * 10 ** digits) }
  }
  const mark = /[A-Za-z]{0,3}\p{Sc}|[A-Za-z]+/u.exec(text)?.[0]
  if (
    mark !== undefined &&
    /\d/.test(text) &&
    !isOfCurrency(mark, currency) &&
    /^\p{Lu}{0,3}\p{Sc}?$/u.test(mark)
  )
    return { problem: `is not in ${currency}` }
  const core = text.replaceAll(/[^\d.,]/g, '')
  if (endsUnclear(core, decimal)) return { problem: severalNumbers }
  if (decimal === 'comma' && /^0+\./.test(core)) return { problem: decimalPoint }
  const read = readAmount(text, digits, decimal)
  if ('units' in read) return { number: read.units }
  if (read.problem === 'decimal-comma') return { problem: decimalComma }
  if (read.problem === 'fraction' || read.problem === 'form')
    return { problem: `is not an amount with at most ${digits} decimals` }
  if (read.problem === 'groups' && decimal === 'comma') return { problem: decimalPoint }
  return { problem: amountProblems[read.problem] }
}

const numbers = {
  point: /^[+-]?(?:[1-9]\d{0,2}(?:,\d{3})+|\d+|(?=\.\d))(?:\.\d+)?$/,
  comma: /^[+-]?(?:[1-9]\d{0,2}(?:\.\d{3})+|\d+|(?=,\d))(?:,\d+)?$/,
} as const
const scientific = /^[+-]?\d+(?:\.\d+)?[eE][+-]?\d{1,2}$/

/** A number with decimals, or without where `isWhole`. */
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
  // Groups of thousands in a column of decimals: 48.137 would be another place.
  const isUnclear = isWhole
    ? endsUnclear(plain.replace(/^[+-]/, ''), decimal)
    : decimal === 'comma' && /^[+-]?\d{1,3}\.\d{3}$/.test(plain)
  if (isUnclear) return { problem: severalNumbers }
  if (numbers[decimal].test(plain)) return { number: Number(plain.replaceAll(group, '').replace(mark, '.')) }
  if (!/^[+-]?[\d.,\s]+$/.test(plain) || !plain.includes(group)) return { problem: 'is not a number' }
  return { problem: decimal === 'point' ? decimalComma : decimalPoint }
}
