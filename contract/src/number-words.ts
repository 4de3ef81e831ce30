import { locales, screenLanguage } from './language.ts'
import type { Language } from './language.ts'

const most = { maximumFractionDigits: 20 }
const numbers: Record<Language, Intl.NumberFormat> = {
  en: new Intl.NumberFormat(locales.en, most),
  es: new Intl.NumberFormat(locales.es, most),
}

/** A number as people read it everywhere: `1,234`. */
export function numberWords(value: number, language: Language = screenLanguage()): string {
  return numbers[language].format(value)
}

const decimals = new Map<string, number>()

/**
 * How many decimals amounts of a currency have: 2 of `USD`, 0 of `JPY`. Throws a RangeError for what is no
 * code of three letters.
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

/** Minor units as an amount without its currency, for columns: 12550 -> `125.50`. */
export function amountWords(
  minorUnits: number,
  currency: string,
  language: Language = screenLanguage(),
): string {
  const { format, digits } = formatOf(currency, 'decimal', language)
  return format.format(minorUnits / 10 ** digits)
}

/** Minor units with the currency, on screens, in mails and on paper: 12550 -> `$125.50`. */
export function moneyWords(
  minorUnits: number,
  currency: string,
  language: Language = screenLanguage(),
): string {
  const { format, digits } = formatOf(currency, 'currency', language)
  return format.format(minorUnits / 10 ** digits)
}
