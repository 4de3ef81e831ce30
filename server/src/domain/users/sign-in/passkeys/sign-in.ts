import { generateAuthenticationOptions } from '@simplewebauthn/server'
import { PasskeyAuthenticationResponse, Refusal } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DomainDeps } from '#domain/deps.ts'
import { parse } from '#platform/http/problems.ts'
import { openSession } from '../open-session.ts'
import { addressOf, countFailure, isUsedUp, limits, takeAttempt } from '#platform/auth/attempts.ts'
import type { Attempt } from '#platform/auth/attempts.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { bindBrowser, boundBrowser } from '#platform/auth/ceremony-cookie.ts'
import { recordFailedSignIn } from '../failed-sign-ins.ts'
import { requireNotFrozen } from '#platform/auth/freeze.ts'
import { principalOfRow } from '#platform/auth/principal.ts'
import type { Principal } from '#platform/auth/principal.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import { canSignIn } from '../holders.queries.ts'
import { answeredChallenge, beginCeremony, takeCeremony } from './ceremonies.ts'
import { findPasskey, notePasskeyUse } from './passkeys.queries.ts'
import type { PasskeyRow } from './passkeys.queries.ts'
import { relyingParty } from './relying-party.ts'
import { verifyResponse } from './verify-response.ts'
import type { AnswerVerdict } from './verify-response.ts'

/**
 * Handler of `POST /api/auth/webauthn/login/options`: a challenge for any passkey of this portal. The options
 * name no person.
 */
export async function beginSignIn(deps: DomainDeps, request: FastifyRequest, reply: FastifyReply) {
  await takeAttempt(deps, reply, limits.ceremonies, addressOf(request))
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(deps.environment).id,
    userVerification: 'required',
  })
  await beginCeremony(deps, options.challenge, {
    purpose: 'login',
    boundTo: bindBrowser(deps, request, reply),
    userHandle: null,
  })
  return options
}

const mentioned = (passkey: PasskeyRow | undefined): Principal | null =>
  passkey === undefined ? null : principalOfRow(passkey)

async function auditRefusal(
  deps: DomainDeps,
  request: FastifyRequest,
  principal: Principal | null,
  reason: string,
): Promise<void> {
  await writeAudit(deps.database.kysely, {
    kind: reason === 'counter-back' ? 'passkey-counter' : 'sign-in-refused',
    at: deps.clock.now(),
    actor: null,
    person: principal?.kind === 'person' ? principal.pid : null,
    request: principal?.kind === 'request' ? principal.pid : null,
    origin: originOf(request),
    detail: { method: 'passkey', reason },
  })
}

async function judge(
  deps: DomainDeps,
  result: PasskeyAuthenticationResponse,
  ceremony: { challenge: string } | null,
  passkey: PasskeyRow | undefined,
): Promise<AnswerVerdict> {
  // An unknown challenge is verified too, against a random one that nobody can answer. So every refusal takes
  // the same steps.
  const verdict = await verifyResponse(
    deps.environment,
    result,
    ceremony?.challenge ?? deps.ids.token(),
    passkey,
  )
  return ceremony === null && verdict.kind === 'accepted'
    ? { kind: 'refused', reason: 'not-verified' }
    : verdict
}

/**
 * Handler of `POST /api/auth/webauthn/login/verify`: opens a session for the owner of the passkey, without a
 * role while their access request is pending. Every refusal is the same 401; the audit has the reason. A
 * valid response opens a session even after many failures from the same address: the number of issued
 * challenges is limited, which also limits the verifications. Source: docs/decisions/0031-trusted-proxies.md.
 */
export async function finishSignIn(
  deps: DomainDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const result = parse(PasskeyAuthenticationResponse, request.body ?? {}, 'body')
  const { kysely } = deps.database
  const passkey = await findPasskey(kysely, result.id)
  const principal = mentioned(passkey)
  const attempts: Attempt[] = [[limits.failedSignIns, addressOf(request)]]
  if (principal !== null) attempts.push([limits.accountSignIns, principal.pid])
  const ceremony = await takeCeremony(
    deps,
    answeredChallenge(result.response.clientDataJSON),
    'login',
    boundBrowser(request),
  )
  if (ceremony === null && (await isUsedUp(deps, ...attempts))) await countFailure(deps, reply, ...attempts)
  const verdict = await judge(deps, result, ceremony, passkey)
  const isOpen = principal !== null && (await canSignIn(deps, principal))
  if (
    verdict.kind === 'refused' ||
    principal === null ||
    !isOpen ||
    result.response.userHandle === undefined
  ) {
    await countFailure(deps, reply, ...attempts)
    await auditRefusal(
      deps,
      request,
      principal,
      verdict.kind === 'refused' ? verdict.reason : isOpen ? 'wrong-handle' : 'closed-account',
    )
    if (principal?.kind === 'person') await recordFailedSignIn(deps, principal.pid, originOf(request).address)
    throw new Refusal('unauthenticated', 'This passkey was not accepted.')
  }
  await requireNotFrozen(kysely, principal)
  const now = deps.clock.now()
  await notePasskeyUse(kysely, result.id, { counter: verdict.counter, backedUp: verdict.backedUp, at: now })
  if (verdict.counterWentBack) await auditRefusal(deps, request, principal, 'counter-back')
  await openSession(deps, request, reply, {
    principal,
    method: 'passkey',
    stage: principal.kind === 'person' ? 'full' : 'pre',
  })
}
