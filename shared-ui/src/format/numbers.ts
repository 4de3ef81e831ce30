export { formatAmount, formatMoney, formatNumber } from '@portal/contract'
