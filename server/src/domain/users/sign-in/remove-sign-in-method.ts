import { Refusal } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import type { AuditLine } from '#platform/auth/audit-trail.ts'
import { principalOf } from '#platform/auth/principal.ts'
import type { Principal } from '#platform/auth/principal.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import { requireRecentAuth } from '#platform/auth/proof.ts'
import { endSessions, rotateSession } from '#platform/auth/session-changes.ts'
import { countMethods, lockUser, noteMethods } from '#platform/auth/update-user.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { sendSessionCookie } from '#platform/sessions/session-cookie.ts'
import { hashToken } from '#platform/sessions/sessions.queries.ts'
import type { SessionUser } from '#platform/sessions/session-user.ts'

/**
 * Removes a sign-in method of a person. Needs a recent authentication; 409 for the last method. This session
 * rotates, the others end. `remove` runs inside the transaction and returns the audit entry.
 */
export async function removeSignInMethod(
  deps: DomainDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  sessionUser: SessionUser,
  remove: (trx: Transaction<Tables>, principal: Principal) => Promise<Pick<AuditLine, 'kind' | 'detail'>>,
): Promise<void> {
  requireRecentAuth(deps, sessionUser)
  const token = deps.ids.token()
  const now = deps.clock.now()
  const principal = principalOf(sessionUser)
  await deps.database.kysely.transaction().execute(async (trx) => {
    const user = await lockUser(trx, sessionUser.pid)
    const told = await remove(trx, principal)
    const { passkeys, microsoft } = await countMethods(trx, principal)
    if (passkeys + microsoft === 0) {
      const sentence = 'This is your only sign-in method. Create another passkey first.'
      throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
    }
    await noteMethods(trx, user, {}, sessionUser.pid, now)
    const { sessionHash, method, verifiedAt } = sessionUser
    const isRotated = await rotateSession(trx, { sessionHash, token, stage: 'full', method, verifiedAt, now })
    if (!isRotated) throw new Refusal('unauthenticated', 'Your session expired.')
    await endSessions(trx, principal, hashToken(token))
    await writeAudit(trx, {
      ...told,
      at: now,
      actor: sessionUser.pid,
      person: sessionUser.pid,
      origin: originOf(request),
    })
  })
  sendSessionCookie(reply, token, 'full')
}
