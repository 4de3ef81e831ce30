import { isAdministrator, needsProof, routeNeedsProof } from '@portal/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { requireRecentAuth } from '#platform/auth/proof.ts'
import type { PlatformDeps } from '../deps.ts'
import { readCall } from './crud-call.ts'
import { resolveSession } from '#platform/sessions/optimistic-session.ts'
import { sessionOf, sessionUserOf } from '#platform/sessions/session.ts'

const ImportParams = z.object({ collection: z.string() })

/**
 * Whether the request makes a change that requires recent authentication. A body that cannot be parsed is
 * left to the route, which refuses it.
 */
function isSensitive(request: FastifyRequest): boolean {
  const { url = '' } = request.routeOptions
  if (url === '/api/crud') {
    const call = readCall(request)
    return call.success && needsProof(call.data.method, call.data.apiPath.replace(/^\//, '').split('/'))
  }
  if (url === '/api/import/:collection')
    return request.method === 'POST' && ImportParams.safeParse(request.params).data?.collection === 'users'
  return routeNeedsProof(request.method, url)
}

async function requireProof(deps: PlatformDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await resolveSession(request, reply)
  const viewer = sessionOf(request)
  if (viewer.role !== null && isAdministrator(viewer.role)) requireRecentAuth(deps, viewer)
}

/**
 * Changes of users, configuration and deployments require recent authentication (within five minutes). Only
 * administrators are asked for it, because the role check refuses everyone else and its error comes first.
 * Changes of file visibility and large exports are checked in their own routes, where their extent is known.
 * Source: contract.md 3, decision 0041.
 */
export function addStepUp(app: FastifyInstance, deps: PlatformDeps): void {
  app.addHook('preHandler', (request, reply, done) => {
    if (sessionUserOf(request) === null || !isSensitive(request)) return done()
    requireProof(deps, request, reply).then(() => done(), done)
  })
}
