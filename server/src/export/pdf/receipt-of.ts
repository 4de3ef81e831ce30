import { Refusal, collections, dayIn, formatDay, humanize, formatMoney, paidStatuses } from '@portal/contract'
import type { Actor, Field, Language, PermitLibrary } from '@portal/contract'
import { z } from 'zod'
import { feeName } from '#platform/configuration/permit-library/fee-name.ts'
import { labelIn } from '#platform/language/label-in.ts'
import { officeZone } from '#platform/configuration/office-zone.ts'
import { getRecord } from '#engine/query/get-record.ts'
import { listAllocations } from '#domain/payments/allocations.ts'
import { listRefunds } from '#domain/payments/refunds.ts'
import type { DomainDeps } from '#domain/deps.ts'
import type { Receipt } from './draw-receipt.ts'
import type { NamedLine } from './page.ts'
import { senderOf } from './sender.ts'
import { receiptTexts } from './texts.ts'

const Named = z.object({ pid: z.string(), title: z.string() }).nullable()
const Payment = z.object({
  refNo: z.string(),
  kind: z.string(),
  status: z.string(),
  org: Named,
  permit: Named,
  feeCode: z.string().nullable(),
  description: z.string().nullable(),
  amount: z.number().nullable(),
  tax: z.number().nullable(),
  total: z.number().nullable(),
  currency: z.string().nullable(),
  method: z.string().nullable(),
  reference: z.string().nullable(),
  payerName: z.string().nullable(),
  paidAt: z.string().nullable(),
  refundOf: Named,
})
type Payment = z.infer<typeof Payment>
const Permit = z.object({
  refNo: z.string(),
  title: z.string(),
  authorityNumber: z.string().nullable(),
  siteAddress: z.string().nullable(),
})

const { fields } = collections.payments

/** The label of a field's code. */
function codeLabel(declared: Field, code: string | null, language: Language): string | null {
  return code === null
    ? null
    : labelIn(language, declared.options?.find((option) => option.code === code)?.label ?? humanize(code))
}

/** Purpose of a payment: the requested fee or else its kind, with the description if it says more. */
function purposeOf(
  { kind, feeCode, description }: Payment,
  library: PermitLibrary,
  language: Language,
): string {
  const isAskedFor = kind === 'FEE' || kind === 'INVOICE'
  const purpose = isAskedFor
    ? feeCode && feeName(library, feeCode, language)
    : codeLabel(fields.kind, kind, language)
  return [purpose, description === purpose ? null : description].filter(Boolean).join(', ')
}

async function readPayment(deps: DomainDeps, actor: Actor, pid: string): Promise<Payment> {
  return Payment.parse(JSON.parse(await getRecord(deps, actor, collections.payments, pid)))
}

/** Every fee that the payment was allocated to, with its permit, and the remaining credit. */
async function allocationsOf(
  deps: DomainDeps,
  actor: Actor,
  pid: string,
  money: (units: number) => string,
  language: Language,
): Promise<NamedLine[]> {
  const say = receiptTexts(language)
  const { allocations, free } = await listAllocations(deps, actor, pid)
  if (allocations.length === 0) return []
  const library = deps.permitLibrary.current
  const lines: NamedLine[] = []
  for (const { permit, amount, fees } of allocations) {
    if (permit === null) lines.push([say('otherPermit'), money(amount)])
    for (const { fee, amount: part } of fees) {
      const paid = await readPayment(deps, actor, fee.pid)
      lines.push([
        [purposeOf(paid, library, language), fee.title, permit?.title].filter(Boolean).join(', '),
        money(part),
      ])
    }
  }
  return free > 0 ? [...lines, [say('credit'), money(free)]] : lines
}

/**
 * The receipt of a payment that the actor may see, in the reader's language. Throws 403, 404, and 409 if no
 * money was received.
 */
export async function receiptOf(
  deps: DomainDeps,
  actor: Actor,
  pid: string,
  language: Language,
): Promise<Receipt & { refNo: string }> {
  const payment = await readPayment(deps, actor, pid)
  if (!paidStatuses.includes(payment.status)) {
    const sentence = 'No receipt yet. The payment has not been received.'
    throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
  }
  const permit =
    payment.permit === null
      ? null
      : Permit.parse(JSON.parse(await getRecord(deps, actor, collections.permits, payment.permit.pid)))
  const { refunds } = await listRefunds(deps, actor, pid)
  const zone = await officeZone(deps)
  const say = receiptTexts(language)
  // Days are in the office's time zone, whoever prints the receipt.
  const dayOf = (at: string) => formatDay(dayIn(zone, new Date(at)), language)
  const money = (units: number) => formatMoney(units, payment.currency ?? 'USD', language)
  const isRefund = payment.kind === 'REFUND'
  const lines: (readonly [string, string | null | undefined])[] = [
    [say('client'), payment.org?.title],
    [say(isRefund ? 'refundedTo' : 'paidBy'), payment.payerName],
    [say('permit'), permit === null ? null : `${permit.refNo}, ${permit.title}`],
    [say('permitNumber'), permit?.authorityNumber],
    [say('site'), permit?.siteAddress],
    [say('purpose'), purposeOf(payment, deps.permitLibrary.current, language)],
    [say('refundOf'), payment.refundOf?.title],
    [say('method'), codeLabel(fields.method, payment.method, language)],
    [say('reference'), payment.reference],
    [say(isRefund ? 'refundedOn' : 'receivedOn'), payment.paidAt === null ? null : dayOf(payment.paidAt)],
    [say('status'), codeLabel(fields.status, payment.status, language)],
  ]
  const kept = (payment.total ?? 0) - refunds.reduce((sum, { amount }) => sum + amount, 0)
  const amounts: NamedLine[] = [
    [say('amount'), money(payment.amount ?? 0)],
    ...(payment.tax ? [[say('tax'), money(payment.tax)] as const] : []),
    ...refunds.map(
      ({ refNo, amount, at }) =>
        [say('refundLine', { day: dayOf(at), number: refNo }), money(-amount)] as const,
    ),
    [say(refunds.length > 0 ? 'totalKept' : isRefund ? 'totalRefunded' : 'totalPaid'), money(kept)],
  ]
  return {
    refNo: payment.refNo,
    sender: await senderOf(deps),
    heading: say(isRefund ? 'refund' : 'receipt', { number: payment.refNo }),
    lines: lines.flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
    amounts,
    allocations: await allocationsOf(deps, actor, pid, money, language),
    at: deps.clock.now(),
    language,
  }
}
