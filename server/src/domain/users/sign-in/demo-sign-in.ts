import { DemoSignIn, Refusal, invalid, toRole, phrase } from '@portal/contract'
import type { Role } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { openSession } from './open-session.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { parse } from '#platform/http/problems.ts'
import { findDemoAccount } from './auth.queries.ts'

function readRole(body: unknown): Role {
  const role = toRole(parse(DemoSignIn, body ?? {}, 'body').role)
  if (role === null)
    throw invalid('body.role', 'invalid_value', 'body.role: must be superadmin, admin, team or client')
  return role
}

/** Opens a session for the demo account of a role. */
export async function demoSignIn(
  deps: DomainDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const role = readRole(request.body)
  const userPid = await findDemoAccount(deps.database, role)
  if (userPid === undefined)
    throw new Refusal('unavailable', phrase('There is no demo account for {{role}}.', { role }))
  await openSession(deps, request, reply, {
    principal: { kind: 'person', pid: userPid },
    method: 'demo',
    stage: 'full',
  })
}
