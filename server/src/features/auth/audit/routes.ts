import { AuditQuery } from '@portal/contract'
import type { AuditList } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { auditQueueOf } from '#identity/audit-queue.ts'
import type { Deps } from '../../../deps.ts'
import { parse } from '../../../plugins/problems.ts'
import { sessionOf } from '../../../plugins/session.ts'
import { listAudit } from './audit.queries.ts'

/** `GET /api/auth/audit`: who signed in, who was refused, who changed whose role, what was exported, downloaded and refused. */
export function auditRoutes(deps: Deps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/api/auth/audit',
      config: { access: ['admin', 'superadmin'] },
      handler: async (request): Promise<AuditList> => {
        const query = parse(AuditQuery, request.query, 'query')
        await auditQueueOf(deps).flush()
        const { entries, count } = await listAudit(deps.database, query, sessionOf(request).timeZone)
        return { entries, metadata: { count, page: query.page, pageSize: query.pageSize } }
      },
    })
  }
}
