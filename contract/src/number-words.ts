const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 })

/** A number as people read it everywhere: `1,234`. */
export function numberWords(value: number): string {
  return numbers.format(value)
}

const decimals = new Map<string, number>()

/** How many decimals amounts of a currency have: 2 of `USD`, 0 of `JPY`. Throws a RangeError for what is no code of three letters. */
export function decimalsOf(currency: string): number {
  const known = decimals.get(currency)
  if (known !== undefined) return known
  const found = new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  decimals.set(currency, found)
  return found
}

const formats = new Map<string, { format: Intl.NumberFormat; digits: number }>()

function formatOf(currency: string, style: 'decimal' | 'currency') {
  const key = `${style} ${currency}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const digits = decimalsOf(currency)
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const made = { digits, format: new Intl.NumberFormat('en-US', style === 'decimal' ? fraction : { style, currency, ...fraction }) }
  formats.set(key, made)
  return made
}

/** Minor units as an amount without its currency, for columns: 12550 -> `125.50`. */
export function amountWords(minorUnits: number, currency: string): string {
  const { format, digits } = formatOf(currency, 'decimal')
  return format.format(minorUnits / 10 ** digits)
}

/** Minor units with the currency, on screens, in mails and on paper: 12550 -> `$125.50`. */
export function moneyWords(minorUnits: number, currency: string): string {
  const { format, digits } = formatOf(currency, 'currency')
  return format.format(minorUnits / 10 ** digits)
}
