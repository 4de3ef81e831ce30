import { Refusal } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import { sessionOf } from '#platform/sessions/session.ts'
import type { SessionUser } from '#platform/sessions/session-user.ts'

/**
 * The person of a full session, with or without a role. Throws 401, and 403 for a session in which a passkey
 * must still be created or an access request is pending.
 */
export function requirePerson(request: FastifyRequest): SessionUser {
  const viewer = sessionOf(request)
  if (viewer.stage === 'full') return viewer
  throw new Refusal(
    'forbidden',
    viewer.isRequest ? 'Your request has not been approved yet.' : 'Create a passkey first.',
  )
}
