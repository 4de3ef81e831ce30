import { acceptedLanguage } from '@portal/contract'
import type { SignInMethod } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DomainDeps } from '#domain/deps.ts'
import { sendSessionCookie } from '#platform/sessions/session-cookie.ts'
import { sessionUserOf } from '#platform/sessions/session.ts'
import { deleteSession, insertSession } from '#platform/sessions/sessions.queries.ts'
import { saveBrowserLanguage } from '#platform/language/language-of-person.ts'
import { alertPerson } from '#domain/notifications/personal-alerts.ts'
import { accountNotices } from './account-notices.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { requireNotFrozen } from '#platform/auth/freeze.ts'
import type { Principal } from '#platform/auth/principal.ts'
import { deviceOf, recordDevice } from '#platform/auth/known-devices.ts'
import { originOf } from '#platform/auth/origin-of.ts'

export interface Opening {
  principal: Principal
  /** How the person authenticated. */
  method: SignInMethod
  /** `pre`: without a role until a passkey is created or the request is approved. */
  stage: 'full' | 'pre'
  /** Time of the authentication; defaults to now. */
  verifiedAt?: Date
}

/**
 * Opens a new session, writes the audit row and sends the cookie. A session that the browser already had
 * ends, because its cookie is replaced. A sign-in from a new browser alerts the person. Throws 403 while
 * sign-ins are frozen.
 */
export async function openSession(
  deps: DomainDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  opening: Opening,
): Promise<void> {
  const token = deps.ids.token()
  const now = deps.clock.now()
  const { principal, method, stage, verifiedAt = now } = opening
  const origin = originOf(request)
  const before = sessionUserOf(request)
  const isPerson = principal.kind === 'person'
  // Demo accounts are shared, so there is no owner to warn about a new browser.
  const device = isPerson && stage === 'full' && method !== 'demo' ? deviceOf(deps, request, reply) : null
  await deps.database.kysely.transaction().execute(async (trx) => {
    await requireNotFrozen(trx, principal)
    if (before !== null) await deleteSession(trx, before.sessionHash)
    await insertSession(trx, {
      token,
      id: deps.ids.pid(),
      principal,
      method,
      stage,
      verifiedAt,
      ...origin,
      now,
    })
    if (isPerson && stage === 'full') {
      await trx.updateTable('users').set({ last_login_at: now }).where('pid', '=', principal.pid).execute()
      await saveBrowserLanguage(trx, principal.pid, acceptedLanguage(request.headers['accept-language']))
    }
    const isNewDevice =
      device !== null && (await recordDevice(trx, principal.pid, device, origin.userAgent, now))
    if (isNewDevice)
      await alertPerson({ deps, trx, now }, principal.pid, accountNotices.newDevice(origin.address, method))
    await writeAudit(trx, {
      kind: 'sign-in',
      at: now,
      actor: isPerson ? principal.pid : null,
      person: isPerson ? principal.pid : null,
      request: isPerson ? null : principal.pid,
      origin,
      detail: { method, ...(isNewDevice && { newDevice: true }) },
    })
  })
  sendSessionCookie(reply, token, stage)
}
