import type { SamplePeople, PermitRow } from './make-permits.ts'
import { enteredMs } from './make-permits.ts'
import type { SeedRandom } from '#domain/seed/random.ts'
import { dayMs, numberRecords, stamp, toDay, toInstant } from './stamp.ts'

interface PaymentFacts {
  kind: string
  status: string
  feeCode: string
  /** In minor units. */
  amount: number
  dueMs: number
  paidMs: number | null
  refundOf: string | null
  reason: string | null
}

const feeNames: Readonly<Record<string, string>> = {
  APPLICATION_FEE: 'Application fee',
  PLAN_REVIEW: 'Plan review',
  PERMIT_FEE: 'Permit fee',
  SERVICE_FEE: 'Expediting service',
  PENALTY: 'Late payment penalty',
}
const methods = { CARD: 40, ACH: 25, CHEQUE: 20, WIRE: 10, CASH: 3, POS: 2 } as const
const uncleared = { ACH: 5, CHEQUE: 3, WIRE: 2 } as const

/**
 * A fee of a permit, or a refund of a fee. The service of the office is taxed; fees of the authority are not.
 */
function toPayment(
  permit: PermitRow,
  facts: PaymentFacts,
  createdMs: number,
  people: SamplePeople,
  random: SeedRandom,
  nowMs: number,
) {
  const passThrough = facts.feeCode !== 'SERVICE_FEE' && facts.feeCode !== 'PENALTY'
  const tax = passThrough ? 0 : Math.round(facts.amount * 0.0825)
  const payer = people.clientsOf.get(permit.org)?.[0]
  const clerk = random.pick(people.team).pid
  const method =
    facts.status === 'PENDING'
      ? random.weighted(uncleared)
      : facts.paidMs === null
        ? null
        : random.weighted(methods)
  const paidMs = facts.paidMs === null ? null : Math.min(facts.paidMs, nowMs)
  return {
    ...stamp(random, createdMs, clerk, paidMs ?? createdMs),
    kind: facts.kind,
    status: facts.status,
    org: permit.org,
    permit: permit.pid,
    feeCode: facts.feeCode,
    description: `${facts.kind === 'REFUND' ? 'Refund: ' : ''}${feeNames[facts.feeCode] ?? 'Fee'} for ${permit.refNo}`,
    amount: facts.amount,
    tax,
    total: facts.amount + tax,
    currency: 'USD',
    passThrough,
    method,
    cardType: method === 'CARD' ? random.pick(['Visa', 'Mastercard', 'Discover']) : null,
    last4: method === 'CARD' ? String(random.int(0, 9999)).padStart(4, '0') : null,
    payerName: paidMs === null ? null : (payer?.name ?? null),
    payerEmail: paidMs === null ? null : (payer?.email ?? null),
    dueDate: toDay(facts.dueMs),
    paidAt: paidMs === null ? null : toInstant(paidMs),
    approvedAt: paidMs === null ? null : toInstant(paidMs),
    approvedBy: paidMs === null ? null : clerk,
    refundOf: facts.refundOf,
    reason: facts.reason,
    cycleNo: 1,
  }
}
export type PaymentRow = ReturnType<typeof toPayment> & { refNo: string }
type Unnumbered = ReturnType<typeof toPayment>

/** Amount of a fee in minor units, by the size of the work. */
function toAmount(feeCode: string, permit: PermitRow, random: SeedRandom): number {
  const base = permit.permitType === 'BUILDING' ? 3 : 1
  const byValue = Math.min(400_000, Math.round((permit.valuation ?? 0) * 0.004))
  if (feeCode === 'PLAN_REVIEW') return base * 9_500 + Math.round(byValue / 2)
  if (feeCode === 'PERMIT_FEE') return base * random.int(24, 90) * 100 + byValue
  if (feeCode === 'SERVICE_FEE') return base * random.int(60, 160) * 100
  return base * 4_500
}

/** Statuses in which no fee is due yet. */
const beforeFees = new Set(['DRAFT', 'NEW', 'INTAKE_REVIEW'])

/**
 * The fees of one permit: earlier ones are paid, the permit fee depends on the status, and all are paid once
 * it was issued.
 */
function feesOf(permit: PermitRow, people: SamplePeople, random: SeedRandom, nowMs: number): Unnumbered[] {
  if (beforeFees.has(permit.status)) return []
  const rows: Unnumbered[] = []
  const processed = permit.bucket === 'processed'
  function fee(feeCode: string, status: string, askedMs: number, endMs: number): Unnumbered {
    const paid = ['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status)
    const dueMs =
      status === 'OVERDUE'
        ? nowMs - random.int(1, 25) * dayMs
        : status === 'DUE'
          ? nowMs + random.int(1, 25) * dayMs
          : askedMs + 14 * dayMs
    const createdMs = status === 'OVERDUE' ? Math.min(askedMs, dueMs - 5 * dayMs) : askedMs
    const paidMs = paid ? createdMs + (Math.max(endMs, createdMs) - createdMs) * random.next() : null
    const facts = {
      kind: 'FEE',
      status,
      feeCode,
      amount: toAmount(feeCode, permit, random),
      dueMs,
      paidMs,
      refundOf: null,
      reason: null,
    }
    const row = toPayment(permit, facts, Math.max(createdMs, 0), people, random, nowMs)
    rows.push(row)
    return row
  }
  const preparedMs = enteredMs(permit, 'IN_PREPARATION') ?? enteredMs(permit, 'WAITING_CLIENT') ?? nowMs
  const submittedMs = enteredMs(permit, 'SUBMITTED')
  const approvedMs = enteredMs(permit, 'APPROVED')
  const issuedMs = enteredMs(permit, 'ISSUED')
  const open = () => random.weighted({ DUE: 55, OVERDUE: 22, PENDING: 15, FAILED: 8 })
  // A package is ready or submitted only after the service fee was paid.
  const mayOwe = submittedMs === undefined && permit.status !== 'READY_TO_SUBMIT'
  if (!processed && random.chance(0.55))
    fee(
      'SERVICE_FEE',
      mayOwe ? random.weighted({ DUE: 6, PAID: 4 }) : 'PAID',
      preparedMs,
      submittedMs ?? nowMs,
    )
  if (submittedMs !== undefined && (!processed || random.chance(0.25)))
    fee('APPLICATION_FEE', 'PAID', preparedMs, submittedMs)
  if (submittedMs !== undefined && permit.permitType === 'BUILDING')
    fee('PLAN_REVIEW', 'PAID', submittedMs, approvedMs ?? nowMs)
  if (permit.status === 'APPROVED')
    fee('PERMIT_FEE', random.weighted({ DRAFT: 50, DUE: 40, PAID: 10 }), approvedMs ?? nowMs, nowMs)
  if (permit.status === 'PAYMENT_DUE') fee('PERMIT_FEE', open(), approvedMs ?? nowMs, nowMs)
  if (issuedMs !== undefined) {
    const stopped = ['WITHDRAWN', 'CANCELLED', 'VOIDED'].includes(permit.status)
    const status = stopped ? random.weighted({ PAID: 40, REFUNDED: 40, PARTIALLY_REFUNDED: 20 }) : 'PAID'
    const paid = fee('PERMIT_FEE', status, approvedMs ?? issuedMs, issuedMs)
    if (status !== 'PAID') {
      const lastMs = permit.timeline.steps.at(-1)?.atMs ?? issuedMs
      const amount = status === 'REFUNDED' ? paid.amount : Math.round(paid.amount / 2)
      const facts = {
        kind: 'REFUND',
        status: 'PAID',
        feeCode: 'PERMIT_FEE',
        amount,
        dueMs: lastMs,
        paidMs: lastMs,
        refundOf: paid.pid,
        reason: 'The work was not carried out',
      }
      rows.push(toPayment(permit, facts, lastMs, people, random, nowMs))
    }
  }
  return rows
}

/** Statuses of fees that are not requested: drafts, and void or written-off fees. */
const unasked = new Set(['DRAFT', 'VOID', 'WRITTEN_OFF'])
const received = new Set(['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED'])

/**
 * The totals of a permit's fees, in minor units. A refund lowers the paid total and has its own total, so
 * that `balance = feeTotal - paidTotal - refundedTotal` always holds and a refunded permit owes nothing.
 */
export function sampleTotals(
  rows: readonly Pick<Unnumbered, 'kind' | 'status' | 'total'>[],
): Pick<PermitRow, 'feeTotal' | 'paidTotal' | 'refundedTotal' | 'balance' | 'paymentStatus'> {
  const sum = (some: readonly { total: number }[]) => some.reduce((total, row) => total + row.total, 0)
  const fees = rows.filter(({ kind, status }) => kind === 'FEE' && !unasked.has(status))
  const refundedTotal = sum(rows.filter(({ kind, status }) => kind === 'REFUND' && status === 'PAID'))
  const feeTotal = sum(fees)
  const paidTotal = sum(fees.filter(({ status }) => received.has(status))) - refundedTotal
  const balance = feeTotal - paidTotal - refundedTotal
  function toStatus(): string {
    if (fees.length === 0) return 'NONE'
    if (balance === 0) return fees.every(({ status }) => status === 'REFUNDED') ? 'REFUNDED' : 'PAID'
    if (fees.some(({ status }) => status === 'OVERDUE')) return 'OVERDUE'
    return paidTotal > 0 ? 'PARTIAL' : 'DUE'
  }
  return { feeTotal, paidTotal, refundedTotal, balance, paymentStatus: toStatus() }
}

/**
 * Draft invoices of the accounting staff, one for every organization with people. Clients do not see them.
 */
function draftInvoices(
  permits: readonly PermitRow[],
  people: SamplePeople,
  random: SeedRandom,
  nowMs: number,
): Unnumbered[] {
  const lastOf = new Map<string, PermitRow>()
  for (const permit of permits)
    if (permit.status !== 'DRAFT' && people.clientsOf.has(permit.org)) lastOf.set(permit.org, permit)
  return [...lastOf.values()].map((permit) => {
    const facts = {
      kind: 'INVOICE',
      status: 'DRAFT',
      feeCode: 'SERVICE_FEE',
      amount: random.int(10, 90) * 1000,
      dueMs: nowMs + 30 * dayMs,
      paidMs: null,
    }
    const createdMs = Math.max(Date.parse(permit.createdAt), nowMs - random.int(1, 6 * 1440) * 60_000)
    return toPayment(permit, { ...facts, refundOf: null, reason: null }, createdMs, people, random, nowMs)
  })
}

/** Fees and refunds of the permits, numbered. Also sets the totals of each permit. */
export function makePayments(
  permits: readonly PermitRow[],
  people: SamplePeople,
  random: SeedRandom,
  now: Date,
): PaymentRow[] {
  const all: Unnumbered[] = []
  for (const permit of permits) {
    const rows = feesOf(permit, people, random, now.getTime())
    Object.assign(permit, sampleTotals(rows))
    all.push(...rows)
  }
  all.push(...draftInvoices(permits, people, random, now.getTime()))
  return numberRecords('PY', all)
}
