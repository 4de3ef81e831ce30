import { byLanguage } from './by-language.ts'
import { locales, screenLanguage } from './language.ts'
import type { Language } from './language.ts'

const numbersIn = byLanguage((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }))

/** A formatted number: `1,234`. */
export function formatNumber(value: number, language: Language = screenLanguage()): string {
  return numbersIn(language).format(value)
}

const decimals = new Map<string, number>()

/**
 * Number of decimals of a currency: 2 for `USD`, 0 for `JPY`. Throws RangeError when `currency` is not a
 * three-letter code.
 */
export function decimalsOf(currency: string): number {
  const known = decimals.get(currency)
  if (known !== undefined) return known
  const found =
    new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
    2
  decimals.set(currency, found)
  return found
}

const formats = new Map<string, { format: Intl.NumberFormat; digits: number }>()

function formatOf(currency: string, style: 'decimal' | 'currency', language: Language) {
  const key = `${language} ${style} ${currency}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const digits = decimalsOf(currency)
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const made = {
    digits,
    format: new Intl.NumberFormat(
      locales[language],
      style === 'decimal' ? fraction : { style, currency, ...fraction },
    ),
  }
  formats.set(key, made)
  return made
}

/** Formats minor units without the currency, for columns: 12550 -> `125.50`. */
export function formatAmount(
  minorUnits: number,
  currency: string,
  language: Language = screenLanguage(),
): string {
  const { format, digits } = formatOf(currency, 'decimal', language)
  return format.format(minorUnits / 10 ** digits)
}

/** Formats minor units with the currency, for screens, mails and print: 12550 -> `$125.50`. */
export function formatMoney(
  minorUnits: number,
  currency: string,
  language: Language = screenLanguage(),
): string {
  const { format, digits } = formatOf(currency, 'currency', language)
  return format.format(minorUnits / 10 ** digits)
}
