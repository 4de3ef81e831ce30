import { Readable } from 'node:stream'
import { Refusal, findCollection, invalid, maxExportWithoutProof, phrase } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { withAddedFields } from '#platform/configuration/with-added-fields.ts'
import { closedCollections } from '#platform/federation/registry.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import { requireRecentAuth } from '#platform/auth/proof.ts'
import { exportRecords } from '#engine/export/export-records.ts'
import { todayOf } from '#engine/query/reading.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { actorOf, sessionOf } from '#platform/sessions/session.ts'
import { csvChunks } from './csv.ts'
import { maxSheetRows, xlsxBody } from './xlsx.ts'

const Params = z.object({ collection: z.string() })
const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

async function exportedCollection(deps: DomainDeps, actor: Actor, name: string): Promise<Declaration> {
  const declaration = findCollection(name)
  if (declaration === undefined)
    throw invalid(
      'collection',
      'unknown-collection',
      phrase('collection: there is no collection {{name}}', { name: name.slice(0, 100) }),
    )
  const closed = await closedCollections(deps, { role: actor.role })
  if (closed.has(declaration.name))
    throw new Refusal(
      'forbidden',
      phrase('The module of {{name}} is switched off for your role.', { name: declaration.name }),
    )
  return withAddedFields(deps, declaration)
}

/**
 * `GET /api/export/{collection}`: the records of a list as a file, streamed while it is built. A large export
 * needs a recent authentication.
 */
export function exportRoutes(deps: DomainDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/api/export/:collection',
      config: { access: 'signed-in' },
      handler: async (request, reply) => {
        const actor = actorOf(request)
        const { collection } = Params.parse(request.params)
        const declaration = await exportedCollection(deps, actor, collection)
        const wanted = await exportRecords(deps, actor, declaration, request.query)
        if (wanted.count > maxExportWithoutProof) requireRecentAuth(deps, sessionOf(request))
        const { format } = z.object({ format: z.enum(['csv', 'xlsx']) }).parse(request.query)
        if (format === 'xlsx' && wanted.count >= maxSheetRows) {
          throw invalid(
            'query.format',
            'out-of-range',
            phrase('query.format: a workbook holds {{mostSheetRows}} records, these are {{count}}: use csv', {
              mostSheetRows: maxSheetRows - 1,
              count: wanted.count,
            }),
          )
        }
        // Audited before the first byte is sent, so that no export goes unrecorded.
        const detail = { collection: declaration.name, count: wanted.count, format, ...wanted.summary }
        await writeAudit(deps.database.kysely, {
          kind: 'records-exported',
          at: deps.clock.now(),
          actor: actor.pid,
          person: null,
          origin: originOf(request),
          detail,
        })
        const name = `${declaration.name}-${todayOf(deps, actor)}.${format}`
        const body =
          format === 'csv'
            ? Readable.from(csvChunks(wanted), { objectMode: false, highWaterMark: 65_536 })
            : xlsxBody(wanted)
        return reply
          .type(types[format])
          .header('content-disposition', `attachment; filename="${name}"`)
          .send(body)
      },
    })
  }
}
