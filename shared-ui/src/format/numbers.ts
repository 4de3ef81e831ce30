const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 20 })

/** `1,234`. */
export function formatNumber(value: number): string {
  return whole.format(value)
}

const amounts = new Map<string, { format: Intl.NumberFormat; digits: number }>()

function amountFormat(currency: string, style: 'decimal' | 'currency') {
  const key = `${style} ${currency}`
  const known = amounts.get(key)
  if (known !== undefined) return known
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const made = { digits, format: new Intl.NumberFormat('en', style === 'decimal' ? fraction : { style, currency, ...fraction }) }
  amounts.set(key, made)
  return made
}

/** Minor units as an amount without its currency, for columns: 12550 -> `125.50`. */
export function formatAmount(minorUnits: number, currency: string): string {
  const { format, digits } = amountFormat(currency, 'decimal')
  return format.format(minorUnits / 10 ** digits)
}

/** Minor units with the currency: 12550 -> `$125.50`. */
export function formatMoney(minorUnits: number, currency: string): string {
  const { format, digits } = amountFormat(currency, 'currency')
  return format.format(minorUnits / 10 ** digits)
}
