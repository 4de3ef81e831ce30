import { Refusal } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { closedCollections } from '#federation/registry.ts'
import type { Deps } from '../../deps.ts'
import { actorOf } from '../../plugins/session.ts'
import { drawReceipt } from './draw-receipt.ts'
import { receiptOf } from './receipt-of.ts'

const Params = z.object({ pid: z.string() })

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
