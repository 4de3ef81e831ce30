import { serverTexts } from '#platform/language/server-texts.ts'
import { es } from './texts.es.ts'

/** Texts of a receipt. A response to comments is only in English, because it goes to the authority. */
export const en = {
  receipt: 'Receipt {{number}}',
  refund: 'Refund {{number}}',
  client: 'Client',
  paidBy: 'Paid by',
  refundedTo: 'Refunded to',
  permit: 'Permit',
  permitNumber: 'Permit number',
  site: 'Site',
  purpose: 'For',
  refundOf: 'Refund of',
  method: 'Payment method',
  reference: 'Reference',
  receivedOn: 'Date received',
  refundedOn: 'Date refunded',
  status: 'Status',
  amount: 'Amount',
  tax: 'Tax',
  refundLine: 'Refund of {{day}} ({{number}})',
  totalPaid: 'Total paid',
  totalRefunded: 'Total refunded',
  totalKept: 'Total after refunds',
  appliedTo: 'Allocated to',
  otherPermit: 'Fees of another permit',
  credit: 'Credit, unallocated',
  page: '{{footer}} · Page {{page}} of {{count}}',
} as const

export const receiptTexts = serverTexts(en, es)
