import type { FastifyReply } from 'fastify'
import { limits, takeAttempt } from '#identity/attempts.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../plugins/session-user.ts'
import { findByKey } from './sendings.queries.ts'

/**
 * Counts one sending of a person, 60 an hour at most, then 429; the same Idempotency-Key again counts no
 * more. Answers how to take the count back, for what was not sent. Off where requests are not limited.
 * Source: checklist item 98.
 */
export async function countSending(
  deps: Deps,
  reply: FastifyReply,
  { pid }: SessionUser,
  idempotencyKey: string,
): Promise<() => Promise<void>> {
  const isCounted =
    deps.environment.rateLimitPerMinute > 0 &&
    (await findByKey(deps.database.kysely, pid, idempotencyKey)) === undefined
  return isCounted ? takeAttempt(deps, reply, limits.sendings, pid) : async () => {}
}
