import { serverTexts } from '#platform/language/server-texts.ts'
import { es } from './statement-texts.es.ts'

/** Texts of a statement. */
export const en = {
  heading: 'Statement of account',
  client: 'Client',
  number: 'Number',
  address: 'Address',
  period: 'Period',
  owed: 'Balance due',
  credit: 'Credit',
  day: 'Date',
  text: 'Description',
  charged: 'Charges',
  paid: 'Payments',
  balance: 'Balance',
  opening: 'Opening balance',
  closing: 'Closing balance',
  kind: 'Type',
  permit: 'Permit',
  payment: 'Payment',
  feePaid: 'Paid: {{what}}',
  billed: 'Billed by invoice',
  refund: 'Refund',
  writeOff: 'Written off',
  voided: 'Voided: {{what}}',
} as const

export const statementTexts = serverTexts(en, es)
