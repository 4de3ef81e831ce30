import { acceptedLanguage } from '@portal/contract'
import type { SignInMethod } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { sendSessionCookie } from '../plugins/session-cookie.ts'
import { sessionUserOf } from '../plugins/session.ts'
import { deleteSession, insertSession } from '../plugins/sessions.queries.ts'
import { saveBrowserLanguage } from '#language/language-of-person.ts'
import { alertPerson } from '#domain/notifications/personal-alerts.ts'
import { accountNotices } from './account-notices.ts'
import { writeAudit } from './audit-trail.ts'
import { requireNotFrozen } from './freeze.ts'
import type { Principal } from './principal.ts'
import { deviceOf, recordDevice } from './known-devices.ts'
import { originOf } from './origin-of.ts'

export interface Opening {
  principal: Principal
  /** How they proved who they are. */
  method: SignInMethod
  /** `pre`: without a role until a passkey is made or the request approved. */
  stage: 'full' | 'pre'
  /** When they proved it; just now when absent. */
  verifiedAt?: Date
}

/**
 * Opens a new session (never the one a browser brought along, which ends, so that none is left behind without
 * its cookie), writes the audit, and sends the cookie. A sign-in from a browser that is new to the person is
 * told to them. Throws 403 while sign-ins are frozen.
 */
export async function openSession(
  deps: Deps,
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
  // Demo accounts are everybody's: their owners have nobody to be warned of.
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
