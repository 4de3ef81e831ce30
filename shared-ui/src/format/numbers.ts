import { amountWords, moneyWords, numberWords } from '@portal/contract'

/** `1,234`. */
export const formatNumber = numberWords

/** Minor units as an amount without its currency, for columns: 12550 -> `125.50`. */
export const formatAmount = amountWords

/** Minor units with the currency: 12550 -> `$125.50`. */
export const formatMoney = moneyWords
