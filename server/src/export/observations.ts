import { Readable } from 'node:stream'
import { csvCell, maskFormulas, maxExportWithoutProof } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import { requireRecentAuth } from '#platform/auth/proof.ts'
import { parse } from '#platform/http/problems.ts'
import { actorOf, sessionOf } from '#platform/sessions/session.ts'
import { todayOf } from '#engine/query/reading.ts'
import type { DomainDeps } from '#domain/deps.ts'
import {
  ObservationScope,
  countObservations,
  observationParts,
} from '#domain/authorities/feeds/observation-rows.ts'
import type { ObservationRow } from '#domain/authorities/feeds/observation-rows.ts'
import { inPieces } from './chunks.ts'

const columns = [
  'seenAt',
  'permit',
  'refNo',
  'authority',
  'source',
  'number',
  'rawStatus',
  'statusDate',
  'issuedDate',
  'expiryDate',
  'appliedDate',
  'link',
  'raw',
  'hash',
] as const satisfies readonly (keyof ObservationRow)[]

function textOf(value: ObservationRow[(typeof columns)[number]]): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  return value instanceof Date ? value.toISOString() : JSON.stringify(value)
}

const toLine = (cells: readonly string[]) =>
  `${cells.map((cell) => csvCell(maskFormulas(cell))).join(',')}\r\n`

/** Observations as UTF-8 CSV (RFC 4180) with a header row, for programs: names of fields, ISO dates. */
async function* observationsCsv(parts: AsyncIterable<readonly ObservationRow[]>): AsyncGenerator<string> {
  yield toLine(columns)
  for await (const rows of parts)
    yield* inPieces(rows, (row) => toLine(columns.map((name) => textOf(row[name]))))
}

/**
 * `GET /api/export/observations?source=&permit=`: what authorities said about permits, newest first, with the
 * row as it was read. As an export of records: streamed, audited, and guarded by a recent authentication when
 * it is large. Administrators only.
 */
export function observationExportRoutes(deps: DomainDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/api/export/observations',
      config: { access: ['admin', 'superadmin'] },
      handler: async (request, reply) => {
        const scope = parse(ObservationScope, request.query, 'query')
        const actor = actorOf(request)
        const count = await countObservations(deps.database, scope)
        if (count > maxExportWithoutProof) requireRecentAuth(deps, sessionOf(request))
        await writeAudit(deps.database.kysely, {
          kind: 'records-exported',
          at: deps.clock.now(),
          actor: actor.pid,
          person: null,
          origin: originOf(request),
          detail: { collection: 'observations', count, format: 'csv', filteredBy: Object.keys(scope) },
        })
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="observations-${todayOf(deps, actor)}.csv"`)
          .send(
            Readable.from(observationsCsv(observationParts(deps.database, scope)), {
              objectMode: false,
              highWaterMark: 65_536,
            }),
          )
      },
    })
  }
}
