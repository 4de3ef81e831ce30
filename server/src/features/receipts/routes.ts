import { Refusal, collections, dayIn, dayWords, inWords, paidStatuses } from '@portal/contract'
import type { Actor } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { officeZone } from '#configuration/office-zone.ts'
import { closedCollections } from '#federation/registry.ts'
import { getRecord } from '#records/get-record.ts'
import { listRefunds } from '#records/payments/refunds.ts'
import type { Deps } from '../../deps.ts'
import { actorOf } from '../../plugins/session.ts'
import { drawReceipt } from './draw-receipt.ts'
import type { Receipt } from './draw-receipt.ts'

const Params = z.object({ pid: z.string() })
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
})
const Permit = z.object({ refNo: z.string(), title: z.string() })

/** What a receipt says of a payment the actor may see. Throws 403, 404, and 409 where no money has come in. */
async function receiptOf(deps: Deps, actor: Actor, pid: string): Promise<Receipt & { refNo: string }> {
  const payment = Payment.parse(JSON.parse(await getRecord(deps, actor, collections.payments, pid)))
  if (!paidStatuses.includes(payment.status)) {
    const sentence = 'There is no receipt yet: the payment has not come in.'
    throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
  }
  const permit = payment.permit === null ? null : Permit.parse(JSON.parse(await getRecord(deps, actor, collections.permits, payment.permit.pid)))
  const { refunds } = await listRefunds(deps, actor, pid)
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: payment.currency ?? 'USD' })
  const zone = await officeZone(deps.database)
  // A receipt says the same whoever prints it.
  const dayOf = (at: string) => dayWords(dayIn(zone, new Date(at)))
  const money = (cents: number) => format.format(cents / 100)
  const lines: (readonly [string, string | null | undefined])[] = [
    ['Received from', payment.org?.title],
    ['Paid by', payment.payerName],
    ['Permit', permit === null ? null : `${permit.refNo}, ${permit.title}`],
    ['For', [payment.feeCode === null ? null : inWords(payment.feeCode), payment.description].filter(Boolean).join(', ')],
    ['Method', payment.method === null ? null : inWords(payment.method)],
    ['Reference', payment.reference],
    ['Received on', payment.paidAt === null ? null : dayOf(payment.paidAt)],
    ['State', inWords(payment.status)],
  ]
  const amounts: (readonly [string, string])[] = [
    ['Amount', money(payment.amount ?? 0)],
    ['Tax', money(payment.tax ?? 0)],
    ...refunds.map(({ refNo, amount, at }) => [`Given back on ${dayOf(at)} (${refNo})`, money(-amount)] as const),
    [refunds.length === 0 ? 'Total' : 'Total kept', money((payment.total ?? 0) - refunds.reduce((sum, { amount }) => sum + amount, 0))],
  ]
  return {
    refNo: payment.refNo,
    heading: `${payment.kind === 'REFUND' ? 'Refund' : 'Receipt'} ${payment.refNo}`,
    lines: lines.flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
    amounts,
    at: deps.clock.now(),
  }
}

/** `GET /api/payments/{pid}/receipt`: the receipt of a payment as PDF, for whoever may see the payment. */
export function receiptRoutes(deps: Deps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/api/payments/:pid/receipt',
      config: { access: 'signed-in' },
      handler: async (request, reply) => {
        const actor = actorOf(request)
        const closed = await closedCollections(deps, { role: actor.role })
        if (closed.has('payments')) throw new Refusal('forbidden', 'The module of payments is switched off for your role.')
        const { refNo, ...receipt } = await receiptOf(deps, actor, Params.parse(request.params).pid)
        return reply.type('application/pdf').header('content-disposition', `attachment; filename="receipt-${refNo}.pdf"`).send(drawReceipt(receipt))
      },
    })
  }
}
