import { isAdministrator, needsProof } from '@portal/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { requireFreshProof } from '#identity/proof.ts'
import type { Deps } from '../deps.ts'
import { readCall } from './crud-call.ts'
import { settleViewer } from './expected-viewer.ts'
import { sessionOf, viewerOf } from './session.ts'

const ImportParams = z.object({ collection: z.string() })

/** Does this request change users or the configuration? What cannot be read is judged by its route, which refuses it. */
function isSensitive(request: FastifyRequest): boolean {
  const { url } = request.routeOptions
  if (url === '/api/crud') {
    const call = readCall(request)
    return call.success && needsProof(call.data.method, call.data.apiPath.replace(/^\//, '').split('/'))
  }
  if (url === '/api/import/:collection') return ImportParams.safeParse(request.params).data?.collection === 'users'
  return false
}

async function requireProof(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await settleViewer(request, reply)
  const viewer = sessionOf(request)
  if (viewer.role !== null && isAdministrator(viewer.role)) requireFreshProof(deps, viewer)
}

/**
 * Changes of users and of the configuration ask for a proof of the last five minutes. Only administrators are asked: everybody else
 * is refused by their role, which is to be said first. Source: contract.md section 3.
 */
export function addStepUp(app: FastifyInstance, deps: Deps): void {
  app.addHook('preHandler', (request, reply, done) => {
    if (viewerOf(request) === null || !isSensitive(request)) return done()
    requireProof(deps, request, reply).then(() => done(), done)
  })
}
