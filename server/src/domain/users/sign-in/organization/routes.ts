import { whyNotManagePeople } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { requireRecentAuth } from '#platform/auth/proof.ts'
import type { PostingDeps } from '#domain/users/sign-in/system-mail.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { parse } from '#platform/http/problems.ts'
import { actorOf, sessionOf } from '#platform/sessions/session.ts'
import {
  changePosition,
  disablePerson,
  inviteAgain,
  invitePerson,
  listOrganizationPeople,
  withdrawInvitation,
} from './organization-people.ts'

const Pid = z.object({ pid: z.string().min(1).max(64) })
const url = '/api/auth/organization/people'

/** Requires a recent authentication of an organization's administrator. Everyone else gets 403 first. */
function proven(deps: DomainDeps) {
  return async (request: FastifyRequest): Promise<void> => {
    if (whyNotManagePeople(actorOf(request)) === null) requireRecentAuth(deps, sessionOf(request))
  }
}

/**
 * Routes by which administrators of an organization manage its people. Changes need a recent authentication.
 * The handlers decide which clients may call them.
 */
export function organizationRoutes(deps: PostingDeps) {
  const config = { access: ['client'] as const }
  const pidOf = (request: FastifyRequest) => parse(Pid, request.params).pid

  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url,
      config,
      handler: (request) => listOrganizationPeople(deps, actorOf(request)),
    })
    app.route({
      method: 'POST',
      url,
      config,
      preHandler: proven(deps),
      handler: async (request, reply) =>
        reply.code(201).send(await invitePerson(deps, actorOf(request), request, reply)),
    })
    app.route({
      method: 'PATCH',
      url: `${url}/:pid`,
      config,
      preHandler: proven(deps),
      handler: async (request, reply) => {
        await changePosition(deps, actorOf(request), request, pidOf(request))
        return reply.code(204).send()
      },
    })
    app.route({
      method: 'POST',
      url: `${url}/:pid/disable`,
      config,
      preHandler: proven(deps),
      handler: async (request, reply) => {
        await disablePerson(deps, actorOf(request), request, pidOf(request))
        return reply.code(204).send()
      },
    })
    app.route({
      method: 'POST',
      url: `${url}/:pid/link`,
      config,
      preHandler: proven(deps),
      handler: async (request, reply) =>
        reply.code(201).send(await inviteAgain(deps, actorOf(request), request, reply, pidOf(request))),
    })
    app.route({
      method: 'DELETE',
      url: `${url}/:pid/link`,
      config,
      preHandler: proven(deps),
      handler: async (request, reply) => {
        await withdrawInvitation(deps, actorOf(request), request, pidOf(request))
        return reply.code(204).send()
      },
    })
  }
}
