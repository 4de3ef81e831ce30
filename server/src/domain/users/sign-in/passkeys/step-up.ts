import { generateAuthenticationOptions } from '@simplewebauthn/server'
import { PasskeyAuthenticationResponse, Refusal } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DomainDeps } from '#domain/deps.ts'
import { parse } from '#platform/http/problems.ts'
import type { SessionUser } from '#platform/sessions/session-user.ts'
import { addressOf, countFailure, limits, takeAttempt } from '#platform/auth/attempts.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { principalOf } from '#platform/auth/principal.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import { renewAuth } from '#platform/auth/session-changes.ts'
import { answeredChallenge, beginCeremony, takeCeremony } from './ceremonies.ts'
import { findPasskey, listPasskeys, notePasskeyUse } from './passkeys.queries.ts'
import { relyingParty } from './relying-party.ts'
import { verifyResponse } from './verify-response.ts'

/**
 * Handler of `POST /api/auth/webauthn/step-up/options`: a challenge for one of the person's own passkeys. 409
 * when they have none.
 */
export async function beginStepUp(
  deps: DomainDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  sessionUser: SessionUser,
) {
  await takeAttempt(deps, reply, limits.ceremonies, addressOf(request))
  const passkeys = await listPasskeys(deps.database.kysely, principalOf(sessionUser))
  if (passkeys.length === 0) {
    const sentence = 'You have no passkey yet. Sign in again, then create one.'
    throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
  }
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(deps.environment).id,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ id }) => ({ id })),
  })
  await beginCeremony(deps, options.challenge, {
    purpose: 'step-up',
    boundTo: sessionUser.sessionHash,
    userHandle: null,
  })
  return options
}

/**
 * Handler of `POST /api/auth/webauthn/step-up/verify`: renews the recent authentication of the session. A
 * refusal is 403; the session continues.
 */
export async function finishStepUp(
  deps: DomainDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  sessionUser: SessionUser,
): Promise<void> {
  const result = parse(PasskeyAuthenticationResponse, request.body ?? {}, 'body')
  const { kysely } = deps.database
  const found = await findPasskey(kysely, result.id)
  const own = found?.user_pid === sessionUser.pid ? found : undefined
  const ceremony = await takeCeremony(
    deps,
    answeredChallenge(result.response.clientDataJSON),
    'step-up',
    sessionUser.sessionHash,
  )
  const verdict = await verifyResponse(deps.environment, result, ceremony?.challenge ?? deps.ids.token(), own)
  const now = deps.clock.now()
  const line = { at: now, actor: sessionUser.pid, person: sessionUser.pid, origin: originOf(request) }
  if (ceremony === null || verdict.kind === 'refused') {
    await countFailure(deps, reply, [limits.accountSignIns, sessionUser.pid])
    const reason = verdict.kind === 'refused' ? verdict.reason : 'not-verified'
    await writeAudit(kysely, { ...line, kind: 'sign-in-refused', detail: { method: 'step-up', reason } })
    throw new Refusal('reauth-required', 'This passkey was not accepted.')
  }
  await notePasskeyUse(kysely, result.id, { counter: verdict.counter, backedUp: verdict.backedUp, at: now })
  await renewAuth(kysely, sessionUser.sessionHash, now)
  await writeAudit(kysely, { ...line, kind: 'step-up', detail: { method: 'passkey' } })
}
