import { requestStates } from '@portal/contract'
import type { LinkList } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Principal } from '#platform/auth/principal.ts'
import { requireRecentAuth } from '#platform/auth/proof.ts'
import type { PostingDeps } from '#domain/users/sign-in/system-mail.ts'
import { parse } from '#platform/http/problems.ts'
import { wholeNumber } from '#platform/http/query-numbers.ts'
import { actorOf, sessionOf } from '#platform/sessions/session.ts'
import { listSignInMethods, removePasskeyOf } from '../passkeys/manage.ts'
import { endOtherSessions, endSession, listSessions } from '../sessions/sessions.ts'
import { getPerson, requireManageable } from './manageable-person.ts'
import { listLinkHolders } from './links.queries.ts'
import { makeLink, withdrawLink } from './links.ts'
import { approveRequest, rejectRequest } from './requests.ts'
import { listRequests } from './requests.queries.ts'

const Pid = z.object({ pid: z.string() })
const PersonAndId = z.object({ pid: z.string(), id: z.string() })
const Paging = z.strictObject({
  page: wholeNumber(2_147_483_647).default(1),
  pageSize: wholeNumber(1_000).default(50),
})
const RequestsQuery = Paging.extend({ state: z.enum(requestStates).optional() })
const administrators = ['admin', 'superadmin'] as const

/**
 * Routes by which administrators manage people: access requests, links, and the sessions and passkeys of
 * others. Changes need a recent authentication.
 */
export function peopleRoutes(deps: PostingDeps) {
  const config = { access: administrators }

  /** The account in the path, if this administrator may act on it. Throws 403, 404. */
  async function governed(request: FastifyRequest): Promise<Principal> {
    const { pid } = parse(Pid, request.params)
    requireManageable(actorOf(request), await getPerson(deps.database.kysely, pid))
    return { kind: 'person', pid }
  }

  async function changing(request: FastifyRequest): Promise<Principal> {
    const principal = await governed(request)
    requireRecentAuth(deps, sessionOf(request))
    return principal
  }

  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/api/auth/requests',
      config,
      handler: async (request) => {
        const { state, page, pageSize } = parse(RequestsQuery, request.query, 'query')
        const { requests, count } = await listRequests(deps.database, state ?? null, page, pageSize)
        return { requests, metadata: { count, page, pageSize } }
      },
    })
    app.route({
      method: 'POST',
      url: '/api/auth/requests/:pid/approve',
      config,
      handler: async (request, reply) => {
        requireRecentAuth(deps, sessionOf(request))
        return reply
          .code(201)
          .send(await approveRequest(deps, actorOf(request), request, parse(Pid, request.params).pid))
      },
    })
    app.route({
      method: 'POST',
      url: '/api/auth/requests/:pid/reject',
      config,
      handler: async (request, reply) => {
        requireRecentAuth(deps, sessionOf(request))
        await rejectRequest(deps, actorOf(request), request, parse(Pid, request.params).pid)
        return reply.code(204).send()
      },
    })
    app.route({
      method: 'GET',
      url: '/api/auth/links',
      config,
      handler: async (request): Promise<LinkList> => {
        const { page, pageSize } = parse(Paging, request.query, 'query')
        const { links, count } = await listLinkHolders(deps.database, deps.clock.now(), page, pageSize)
        return { links, metadata: { count, page, pageSize } }
      },
    })
    app.route({
      method: 'POST',
      url: '/api/auth/users/:pid/link',
      config,
      handler: async (request, reply) => {
        const { pid } = await changing(request)
        return reply.code(201).send(await makeLink(deps, actorOf(request), request, pid))
      },
    })
    app.route({
      method: 'DELETE',
      url: '/api/auth/users/:pid/link',
      config,
      handler: async (request, reply) => {
        const { pid } = await changing(request)
        await withdrawLink(deps, actorOf(request), request, pid)
        return reply.code(204).send()
      },
    })
    app.route({
      method: 'GET',
      url: '/api/auth/users/:pid/sessions',
      config,
      handler: async (request) => listSessions(deps, await governed(request), sessionOf(request).sessionHash),
    })
    app.route({
      method: 'DELETE',
      url: '/api/auth/users/:pid/sessions',
      config,
      handler: async (request) =>
        endOtherSessions(deps, request, sessionOf(request), await changing(request)),
    })
    app.route({
      method: 'DELETE',
      url: '/api/auth/users/:pid/sessions/:id',
      config,
      handler: async (request, reply) => {
        const principal = await changing(request)
        await endSession(deps, request, sessionOf(request), principal, parse(PersonAndId, request.params).id)
        return reply.code(204).send()
      },
    })
    app.route({
      method: 'GET',
      url: '/api/auth/users/:pid/passkeys',
      config,
      handler: async (request) => listSignInMethods(deps, await governed(request)),
    })
    app.route({
      method: 'DELETE',
      url: '/api/auth/users/:pid/passkeys/:id',
      config,
      handler: async (request, reply) => {
        const { pid } = await changing(request)
        await removePasskeyOf(
          deps,
          request,
          reply,
          sessionOf(request),
          pid,
          parse(PersonAndId, request.params).id,
        )
        return reply.code(204).send()
      },
    })
  }
}
