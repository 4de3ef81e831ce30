import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import { isoBase64URL } from '@simplewebauthn/server/helpers'
import { Refusal, PasskeyRegistrationResponse, invalid, phrase } from '@portal/contract'
import type { Passkey } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { parse } from '#platform/http/problems.ts'
import { sendSessionCookie } from '#platform/sessions/session-cookie.ts'
import { hashToken } from '#platform/sessions/sessions.queries.ts'
import type { SessionUser } from '#platform/sessions/session-user.ts'
import { inTransaction } from '#engine/write/writing.ts'
import { addressOf, limits, takeAttempt } from '#platform/auth/attempts.ts'
import { accountNotices } from '../account-notices.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { alertPerson } from '#domain/notifications/personal-alerts.ts'
import { requireNotFrozen } from '#platform/auth/freeze.ts'
import { principalColumns, principalOf } from '#platform/auth/principal.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import { requireRecentAuth } from '#platform/auth/proof.ts'
import { endSessions, rotateSession } from '#platform/auth/session-changes.ts'
import { lockUser, noteMethods } from '#platform/auth/update-user.ts'
import { finishSetup } from '../people/first-superadmin.ts'
import { answeredChallenge, beginCeremony, takeCeremony } from './ceremonies.ts'
import { passkeyName } from './passkey-names.ts'
import { insertPasskey, listPasskeys, toPasskey } from './passkeys.queries.ts'
import type { PasskeyRow } from './passkeys.queries.ts'
import { algorithms, relyingParty } from './relying-party.ts'

const maxPasskeys = 20

/**
 * A new passkey needs a recent authentication. In a session that is not full the person cannot have one yet:
 * there the registration is a sign-in, which can be frozen.
 */
async function requireMayRegister(deps: DomainDeps, sessionUser: SessionUser): Promise<void> {
  if (sessionUser.stage === 'full') requireRecentAuth(deps, sessionUser)
  else await requireNotFrozen(deps.database.kysely, principalOf(sessionUser))
}

/**
 * Handler of `POST /api/auth/webauthn/register/options`: options for creating a passkey for the person or
 * request of this session.
 */
export async function beginRegistration(
  deps: DomainDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  sessionUser: SessionUser,
) {
  await requireMayRegister(deps, sessionUser)
  await takeAttempt(deps, reply, limits.ceremonies, addressOf(request))
  const present = await listPasskeys(deps.database.kysely, principalOf(sessionUser))
  if (present.length >= maxPasskeys) {
    const sentence = phrase('You already have {{mostPasskeys}} passkeys. Remove one first.', {
      mostPasskeys: maxPasskeys,
    })
    throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
  }
  const userHandle = present[0]?.user_handle ?? deps.ids.token()
  const { id: rpID, name: rpName } = relyingParty(deps.environment)
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    userName: sessionUser.email,
    userDisplayName: sessionUser.name,
    userID: isoBase64URL.toBuffer(userHandle),
    attestationType: 'none',
    excludeCredentials: present.map(({ id }) => ({ id })),
    // A new object on each call: the library modifies it, and its default object is shared.
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    supportedAlgorithmIDs: [...algorithms],
  })
  await beginCeremony(deps, options.challenge, {
    purpose: 'register',
    boundTo: sessionUser.sessionHash,
    userHandle,
  })
  return options
}

const notAccepted = (): Refusal =>
  invalid('body', 'not-verified', 'This passkey could not be verified. Start again.')

/**
 * The passkey that a browser created for this session's challenge. Throws 400 for anything that cannot be
 * verified.
 */
async function readPasskey(
  deps: DomainDeps,
  request: FastifyRequest,
  sessionUser: SessionUser,
): Promise<PasskeyRow> {
  const response = parse(PasskeyRegistrationResponse, request.body ?? {}, 'body')
  const ceremony = await takeCeremony(
    deps,
    answeredChallenge(response.response.clientDataJSON),
    'register',
    sessionUser.sessionHash,
  )
  if (ceremony === null || ceremony.userHandle === null) throw notAccepted()
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(deps.environment)
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: ceremony.challenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...algorithms],
  }).catch(() => {
    // The library throws for a wrong origin, domain, flag or algorithm and for unreadable bytes. The caller
    // gets the same refusal for all of them.
    throw notAccepted()
  })
  if (!verified) throw notAccepted()
  const { credential, aaguid, credentialDeviceType, credentialBackedUp } = registrationInfo
  return {
    ...principalColumns(principalOf(sessionUser)),
    id: credential.id,
    pid: deps.ids.pid(),
    user_handle: ceremony.userHandle,
    public_key: isoBase64URL.fromBuffer(credential.publicKey),
    counter: credential.counter,
    transports: [...(response.response.transports ?? [])],
    device_type: credentialDeviceType,
    backed_up: credentialBackedUp,
    aaguid,
    name: passkeyName(aaguid, originOf(request).userAgent),
    created_at: deps.clock.now(),
    last_used_at: null,
  }
}

/**
 * Other effects of a first passkey: an invited person becomes active, or the first superadmin is created.
 * Returns the new stage of the session.
 */
async function settleHolder(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  sessionUser: SessionUser,
): Promise<'full' | 'pre'> {
  const now = deps.clock.now()
  if (sessionUser.isRequest) return (await finishSetup(deps, trx, sessionUser.pid)) ? 'full' : 'pre'
  const user = await lockUser(trx, sessionUser.pid)
  const arrival = user.status === 'INVITED' ? { status: 'ACTIVE', accepted_at: now } : {}
  await noteMethods(trx, user, arrival, user.pid, now)
  return 'full'
}

/**
 * Handler of `POST /api/auth/webauthn/register/verify`: stores the passkey. Credentials change, so this
 * session rotates and all others of the person end. 400 for anything that cannot be verified, 409 for a
 * credential that already belongs to a person.
 */
export async function finishRegistration(
  deps: DomainDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  sessionUser: SessionUser,
): Promise<Passkey> {
  await requireMayRegister(deps, sessionUser)
  const passkey = await readPasskey(deps, request, sessionUser)
  const token = deps.ids.token()
  const now = deps.clock.now()
  const stage = await inTransaction(deps, async (trx) => {
    if (sessionUser.stage === 'pre') await requireNotFrozen(trx, principalOf(sessionUser))
    if (!(await insertPasskey(trx, passkey)))
      throw new Refusal('duplicate', 'This passkey is already registered.')
    const settled = await settleHolder(deps, trx, sessionUser)
    const method = sessionUser.method === 'demo' ? 'demo' : 'passkey'
    const isRotated = await rotateSession(trx, {
      sessionHash: sessionUser.sessionHash,
      token,
      stage: settled,
      method,
      verifiedAt: now,
      now,
    })
    if (!isRotated) throw new Refusal('unauthenticated', 'Your session expired.')
    await endSessions(trx, principalOf(sessionUser), hashToken(token))
    const isPerson = !sessionUser.isRequest
    if (isPerson)
      await alertPerson({ deps, trx, now }, sessionUser.pid, accountNotices.passkeyAdded(passkey.name))
    await writeAudit(trx, {
      kind: 'passkey-added',
      at: now,
      actor: isPerson ? sessionUser.pid : null,
      person: isPerson ? sessionUser.pid : null,
      request: isPerson ? null : sessionUser.pid,
      origin: originOf(request),
      detail: { name: passkey.name, pid: passkey.pid },
    })
    return settled
  })
  sendSessionCookie(reply, token, stage)
  return toPasskey(passkey)
}
