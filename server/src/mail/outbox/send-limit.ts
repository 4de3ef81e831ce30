import type { FastifyReply } from 'fastify'
import { limits, takeAttempt } from '#platform/auth/attempts.ts'
import type { MailDeps } from '../deps.ts'
import type { SessionUser } from '#platform/sessions/session-user.ts'
import { findByKey } from './sendings.queries.ts'

/**
 * Counts a sending of a person. Above 60 per hour it throws 429; retries with the same Idempotency-Key are
 * not counted. Returns a function that undoes the count when nothing was sent. Disabled when requests are not
 * limited. Source: checklist item 98.
 */
export async function countSending(
  deps: MailDeps,
  reply: FastifyReply,
  { pid }: SessionUser,
  idempotencyKey: string,
): Promise<() => Promise<void>> {
  const isCounted =
    deps.environment.rateLimitPerMinute > 0 &&
    (await findByKey(deps.database.kysely, pid, idempotencyKey)) === undefined
  return isCounted ? takeAttempt(deps, reply, limits.sendings, pid) : async () => {}
}
