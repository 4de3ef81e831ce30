import { Readable } from 'node:stream'
import { Refusal, StatementQuery, phrase } from '@portal/contract'
import type { Actor, CollectionName } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { closedCollections } from '#platform/federation/registry.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { statementOf } from '#domain/payments/statement.ts'
import { languageOf } from '#platform/http/language.ts'
import { parse } from '#platform/http/problems.ts'
import { wholeNumber } from '#platform/http/query-numbers.ts'
import { actorOf } from '#platform/sessions/session.ts'
import { drawReceipt } from './draw-receipt.ts'
import { drawResponse } from './draw-response.ts'
import { drawStatement } from './draw-statement.ts'
import { receiptOf } from './receipt-of.ts'
import { responseOf } from './response-of.ts'
import { statementCsv, statementDocument } from './statement-document.ts'

const Params = z.object({ pid: z.string() })
const ResponseQuery = z.strictObject({ cycle: wholeNumber(100_000) })

async function requireOpen(deps: DomainDeps, { role }: Actor, collection: CollectionName): Promise<void> {
  if ((await closedCollections(deps, { role })).has(collection)) {
    throw new Refusal(
      'forbidden',
      phrase('The module of {{collection}} is switched off for your role.', { collection }),
    )
  }
}

/**
 * Documents as PDF, for everyone who may see the record:
 *
 * - `GET /api/payments/{pid}/receipt`: the receipt of a payment.
 * - `GET /api/orgs/{pid}/statement?from=&to=&format=pdf|csv`: the statement of an organization, for staff and for
 *   its own people.
 * - `GET /api/permits/{pid}/response?cycle=2`: the response to the authority's comments of one cycle.
 */
export function pdfRoutes(deps: DomainDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/api/payments/:pid/receipt',
      config: { access: 'signed-in' },
      handler: async (request, reply) => {
        const actor = actorOf(request)
        await requireOpen(deps, actor, 'payments')
        const { refNo, ...receipt } = await receiptOf(
          deps,
          actor,
          Params.parse(request.params).pid,
          languageOf(request),
        )
        return reply
          .type('application/pdf')
          .header('content-disposition', `attachment; filename="receipt-${refNo}.pdf"`)
          .send(await drawReceipt(receipt))
      },
    })
    app.route({
      method: 'GET',
      url: '/api/orgs/:pid/statement',
      config: { access: 'signed-in' },
      handler: async (request, reply) => {
        const actor = actorOf(request)
        await requireOpen(deps, actor, 'payments')
        const { format, ...period } = parse(StatementQuery, request.query, 'query')
        const statement = await statementOf(deps, actor, Params.parse(request.params).pid, period)
        const language = languageOf(request)
        const name = `statement-${statement.client.number ?? 'client'}-${period.to}.${format}`
        void reply.header('content-disposition', `attachment; filename="${name}"`)
        if (format === 'csv')
          return reply
            .type('text/csv; charset=utf-8')
            .send(Readable.from(statementCsv(statement, language, deps.permitLibrary.current)))
        return reply
          .type('application/pdf')
          .send(await drawStatement(await statementDocument(deps, statement, language)))
      },
    })
    app.route({
      method: 'GET',
      url: '/api/permits/:pid/response',
      config: { access: 'signed-in' },
      handler: async (request, reply) => {
        const actor = actorOf(request)
        await requireOpen(deps, actor, 'permits')
        const { cycle } = parse(ResponseQuery, request.query, 'query')
        const { refNo, ...letter } = await responseOf(deps, actor, Params.parse(request.params).pid, cycle)
        const name = `response-${refNo}-cycle-${cycle}.pdf`
        return reply
          .type('application/pdf')
          .header('content-disposition', `attachment; filename="${name}"`)
          .send(await drawResponse(letter))
      },
    })
  }
}
