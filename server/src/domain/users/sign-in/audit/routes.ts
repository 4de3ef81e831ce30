import { Readable } from 'node:stream'
import { AuditNarrowing, AuditQuery, dayIn, maxExportWithoutProof } from '@portal/contract'
import type { AuditList } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import { requireRecentAuth } from '#platform/auth/proof.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { languageOf } from '#platform/http/language.ts'
import { localize } from '#platform/language/localize.ts'
import { parse } from '#platform/http/problems.ts'
import { sessionOf } from '#platform/sessions/session.ts'
import { auditCsv } from './audit-csv.ts'
import { auditParts, countAudit, listAudit, withMessages } from './audit.queries.ts'

const access = ['admin', 'superadmin'] as const

/** The audit: sign-ins, refusals, role changes, exports and downloads, each with the person who caused it. */
export function auditRoutes(deps: DomainDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/api/auth/audit',
      config: { access },
      handler: async (request): Promise<AuditList> => {
        const query = parse(AuditQuery, request.query, 'query')
        await deps.audit.flush()
        const { entries, count } = await listAudit(deps.database, query, sessionOf(request).timeZone)
        const say = localize(languageOf(request))
        return {
          entries: entries.map((entry) => withMessages(entry, say)),
          metadata: { count, page: query.page, pageSize: query.pageSize },
        }
      },
    })

    // As for an export of records: streamed while it is read, audited before the first byte is sent, and
    // guarded by a recent authentication when it is large.
    app.route({
      method: 'GET',
      url: '/api/auth/audit/export',
      config: { access },
      handler: async (request, reply) => {
        const narrowing = parse(AuditNarrowing, request.query, 'query')
        const session = sessionOf(request)
        await deps.audit.flush()
        const count = await countAudit(deps.database, narrowing, session.timeZone)
        if (count > maxExportWithoutProof) requireRecentAuth(deps, session)
        const now = deps.clock.now()
        await writeAudit(deps.database.kysely, {
          kind: 'records-exported',
          at: now,
          actor: session.pid,
          person: null,
          origin: originOf(request),
          detail: { collection: 'audit', count, format: 'csv', filteredBy: Object.keys(narrowing) },
        })
        const body = Readable.from(
          auditCsv(auditParts(deps.database, narrowing, session.timeZone), languageOf(request)),
          { objectMode: false },
        )
        const name = `audit-${dayIn(session.timeZone, now)}.csv`
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${name}"`)
          .send(body)
      },
    })
  }
}
