import { declare, may, ownOrganization, scopes } from './declaration.ts'
import { field, optionsOf } from './field.ts'
import { unpaidStatuses } from '../permits/payment-calls.ts'
import { feeCodes, paymentMethodCodes } from '../permits/code-tables.ts'

export const paymentKinds = optionsOf([
  'FEE',
  'INVOICE',
  'PAYMENT',
  'REFUND',
  'ADJUSTMENT',
  'WRITE_OFF',
  'DEPOSIT',
])
export const paymentStates = optionsOf([
  ['DRAFT', 'grey', 'pencil'],
  ['DUE', 'amber', 'money', 'Payment due'],
  ['PENDING', 'blue', 'clock'],
  ['PAID', 'green', 'check'],
  ['PARTIALLY_REFUNDED', 'purple', 'refresh'],
  ['REFUNDED', 'purple', 'refresh'],
  ['FAILED', 'red', 'cross'],
  ['OVERDUE', 'red', 'alert'],
  ['WRITTEN_OFF', 'slate', 'minus'],
  ['VOID', 'slate', 'cross'],
])

const methodLabels: Readonly<Record<string, string>> = {
  ACH: 'ACH',
  CHEQUE: 'Check',
  POS: 'Card (in person)',
}
/** Payment methods. */
const paymentMethods = optionsOf(paymentMethodCodes).map((option) => ({
  ...option,
  label: methodLabels[option.code] ?? option.label,
}))

const money = { section: 'Amounts' } as const
const payer = { section: 'Payer' } as const
const gateway = { writer: 'system', internal: 'more', masked: true, section: 'Gateway' } as const

/** Fees, invoices, payments and refunds. Amounts are nonnegative integers in minor units. */
export const payments = declare({
  name: 'payments',
  changesClientActions: true,
  stepTabs: ['Payment data'],
  table: 'payments',
  responseField: 'payments',
  pageSize: 50,
  noun: 'payment',
  page: '/payments/{pid}',
  titleField: 'refNo',
  numberField: 'refNo',
  numberPrefix: 'PY',
  defaultSort: '-createdAt',
  columnsShown: 10,
  // Only a requested and unpaid payment can be overdue.
  deadline: {
    field: 'dueDate',
    unless: {
      field: 'status',
      in: paymentStates.map(({ code }) => code).filter((code) => !unpaidStatuses.includes(code)),
    },
  },
  tabs: [
    'Details',
    'Files',
    'Notes',
    'History',
    'Pipeline',
    'Processing status',
    'Payment data',
    'Related records',
    'Assign',
    'Relation',
  ],
  access: {
    read: ownOrganization('all', { status: { ne: 'DRAFT' } }),
    create: may.staff,
    update: scopes.staff,
    delete: scopes.administrators,
  },
  // The widths keep the amount and the due date visible at 1440 px.
  fields: {
    refNo: field.text({
      width: 150,
      writer: 'system',
      shown: true,
      searched: true,
      unique: true,
      indexed: true,
      section: 'Payment',
    }),
    kind: field.enum(paymentKinds, {
      width: 90,
      shown: true,
      indexed: true,
      required: true,
      section: 'Payment',
    }),
    status: field.enum(paymentStates, {
      width: 126,
      shown: true,
      indexed: true,
      writer: 'system',
      section: 'Payment',
    }),
    org: field.ref('orgs', { width: 140, shown: true, indexed: true, section: 'Payment' }),
    permit: field.ref('permits', { width: 142, shown: true, indexed: true, section: 'Payment' }),
    feeCode: field.enum<string>(feeCodes, {
      library: 'fees',
      width: 124,
      shown: true,
      indexed: true,
      required: true,
      section: 'Payment',
    }),
    description: field.text({ width: 114, shown: true, searched: true, section: 'Payment' }),
    amount: field.money({ ...money, required: true, indexed: true }),
    tax: field.money(money),
    total: field.money({ width: 112, ...money, derived: true, writer: 'system', shown: true, indexed: true }),
    currency: field.text({ ...money, internal: 'hidden', writer: 'system' }),
    passThrough: field.boolean({
      label: 'Agency fee (pass-through)',
      ...money,
      masked: true,
    }),
    method: field.enum(paymentMethods, { section: 'Payment', indexed: true }),
    cardType: field.text(payer),
    last4: field.text({ ...payer, label: 'Last four digits' }),
    gatewayId: field.text({ ...gateway, indexed: true }),
    gatewayResult: field.text(gateway),
    authCode: field.text(gateway),
    payerName: field.text({ ...payer, searched: true }),
    payerEmail: field.email(payer),
    dueDate: field.date({
      width: 118,
      shown: true,
      indexed: true,
      warnsOfPast: true,
      calendar: 'event',
      section: 'Dates',
    }),
    paidAt: field.datetime({
      label: 'Paid on',
      shown: true,
      indexed: true,
      writer: 'system',
      section: 'Dates',
    }),
    approvedAt: field.datetime({ writer: 'system', masked: true, section: 'Dates' }),
    approvedBy: field.ref('users', { writer: 'system', masked: true, section: 'Dates' }),
    receiptFile: field.ref('files', { writer: 'system', section: 'Papers' }),
    invoiceFile: field.ref('files', { writer: 'system', section: 'Papers' }),
    refundOf: field.ref('payments', { writer: 'system', indexed: true, section: 'Papers' }),
    // Internal reason for a transition. Information for the client belongs in the description or in a note.
    reason: field.text({ section: 'Payment', masked: true }),
    noFeeType: field.enum(optionsOf(['GOVERNMENT', 'MUNICIPALITY', 'SCHOOL', 'CHARITY', 'OTHER']), {
      section: 'Payment',
      label: 'Fee exemption',
    }),
    cycleNo: field.integer({
      range: [1, 1_000],
      internal: 'more',
      section: 'Payment',
      label: 'Submission cycle',
    }),
    idempotencyKey: field.text({ internal: 'hidden', unique: true, masked: true, section: 'Gateway' }),
    reference: field.text({
      searched: true,
      section: 'Payment',
      description: 'Check or transfer number',
    }),
  },
})
