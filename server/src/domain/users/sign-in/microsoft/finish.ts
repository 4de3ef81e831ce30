import * as oidc from 'openid-client'
import { Refusal, proofLifetimeMs } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '#engine/write/writing.ts'
import { addressOf, countFailure, limits, takeAttempt } from '#platform/auth/attempts.ts'
import { accountNotices } from '../account-notices.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { alertPerson } from '#domain/notifications/personal-alerts.ts'
import { noteAuthTime } from '#platform/auth/auth-time.ts'
import { boundBrowser } from '#platform/auth/ceremony-cookie.ts'
import { requireNotFrozen } from '#platform/auth/freeze.ts'
import { principalOf, principalOfRow } from '#platform/auth/principal.ts'
import { saveGrant } from '#platform/auth/microsoft-grants.ts'
import { openSession } from '../open-session.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import { endSessions, renewAuth, rotateSession } from '#platform/auth/session-changes.ts'
import type { PostingDeps } from '#domain/users/sign-in/system-mail.ts'
import { lockUser, noteMethods } from '#platform/auth/update-user.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { languageOf } from '#platform/http/language.ts'
import { sendSessionCookie } from '#platform/sessions/session-cookie.ts'
import { sessionOf, sessionUserOf } from '#platform/sessions/session.ts'
import { hashToken } from '#platform/sessions/sessions.queries.ts'
import { canSignIn } from '../holders.queries.ts'
import { askForConfirmation } from '../sign-up/confirm-address.ts'
import { readClaims } from './identity-claims.ts'
import type { IdentityClaims } from './identity-claims.ts'
import { callbackUrl, microsoftClient, requireSettings } from '#platform/auth/microsoft-client.ts'
import {
  findIdentity,
  insertIdentity,
  isKnownAddress,
  noteIdentityUse,
  takeFlow,
} from './microsoft.queries.ts'
import type { FlowRow } from './microsoft.queries.ts'

const malformed = () =>
  new Refusal(
    'validation-failed',
    'This sign-in was started in another browser or took too long. Start again.',
    {
      errors: [
        {
          path: 'query.state',
          code: 'unknown-state',
          detail: 'query.state is not a sign-in of this browser',
        },
      ],
    },
  )

/**
 * The sign-in this callback belongs to. Throws 400 for a missing, wrong or expired state, and for a browser
 * other than the one that started it.
 */
async function takeOwnFlow(
  deps: DomainDeps,
  request: FastifyRequest,
  state: string | null,
): Promise<FlowRow> {
  const bindings = [boundBrowser(request), sessionUserOf(request)?.sessionHash].filter(
    (each) => typeof each === 'string',
  )
  const flow =
    state === null || bindings.length === 0
      ? undefined
      : await takeFlow(deps.database.kysely, hashToken(state), bindings, deps.clock.now())
  if (flow === undefined) throw malformed()
  return flow
}

const noAuthTime =
  'Microsoft did not report when you signed in. Create a passkey under Passkeys and sessions, or ask an administrator to add the optional claim auth_time.'

/**
 * Time of the authentication that a Microsoft sign-in proves: `auth_time`. Without it, the sign-in is not a
 * recent authentication.
 */
function verifiedAtOf({ clock }: Pick<DomainDeps, 'clock'>, { provedAt }: IdentityClaims): Date {
  return new Date(Math.min(provedAt?.getTime() ?? 0, clock.now().getTime()))
}

/** The identity of a person, and the additional grant; null without one. */
interface Redeemed extends IdentityClaims {
  refreshToken: string | null
}

/**
 * Exchanges the code for the identity. Throws 401 for anything that cannot be verified, 403 for a tenant that
 * is not on the list.
 */
async function redeem(
  deps: DomainDeps,
  request: FastifyRequest,
  flow: FlowRow,
  search: string,
  state: string,
): Promise<Redeemed> {
  const client = await microsoftClient(deps)
  const checks = {
    pkceCodeVerifier: flow.verifier,
    expectedState: state,
    expectedNonce: flow.nonce,
    idTokenExpected: true,
  }
  const tokens = await oidc
    .authorizationCodeGrant(client, callbackUrl(deps, search), checks)
    .catch(async (error: unknown) => {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      const detail = { method: 'microsoft', reason }
      await writeAudit(deps.database.kysely, {
        kind: 'sign-in-refused',
        at: deps.clock.now(),
        actor: null,
        person: null,
        origin: originOf(request),
        detail,
      })
      throw new Refusal('unauthenticated', 'Microsoft’s response could not be verified. Start again.')
    })
  const claimed = readClaims(requireSettings(deps), tokens.claims())
  noteAuthTime(deps, claimed.provedAt === null ? 'missing' : 'sent')
  return { ...claimed, refreshToken: tokens.refresh_token ?? null }
}

/** Creates an access request, as a sign-up does, for a Microsoft account the portal does not know. */
async function askForAccess(
  deps: PostingDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  claimed: IdentityClaims,
): Promise<void> {
  const { key, name, email } = claimed
  if (email === null)
    throw new Refusal('forbidden', 'Your Microsoft account has no email address. Sign up with a passkey.')
  if (await isKnownAddress(deps.database, email)) {
    throw new Refusal(
      'duplicate',
      'An account with your address already exists. Sign in with its passkey, then link Microsoft under Passkeys and sessions.',
    )
  }
  await takeAttempt(deps, reply, limits.signUps, addressOf(request))
  const post = await deps.openPost()
  if (post !== null) await takeAttempt(deps, reply, limits.confirmations, hashToken(email.toLowerCase()))
  const principal = { kind: 'request', pid: deps.ids.pid() } as const
  const at = deps.clock.now()
  await inTransaction(deps, async (trx) => {
    await requireNotFrozen(trx, principal)
    await trx
      .insertInto('access_requests')
      .values({ pid: principal.pid, name, email, state: 'PENDING', created_at: at })
      .execute()
    if (!(await insertIdentity(trx, key, principal, email, at)))
      throw new Refusal('duplicate', 'This Microsoft account already requested access.')
    if (post !== null)
      await askForConfirmation(deps, trx, post, { pid: principal.pid, email, language: languageOf(request) })
    const line = {
      at,
      actor: null,
      person: null,
      request: principal.pid,
      origin: originOf(request),
      detail: { email, method: 'microsoft' },
    }
    await writeAudit(trx, { ...line, kind: 'sign-up' })
  })
  await openSession(deps, request, reply, {
    principal,
    method: 'microsoft',
    stage: 'pre',
    verifiedAt: verifiedAtOf(deps, claimed),
  })
}

async function enter(
  deps: PostingDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  flow: FlowRow,
  claimed: Redeemed,
): Promise<string> {
  const identity = await findIdentity(deps.database.kysely, claimed.key)
  if (identity === undefined) {
    await askForAccess(deps, request, reply, claimed)
    return '/unauthorized'
  }
  const principal = principalOfRow(identity)
  if (!(await canSignIn(deps, principal)))
    throw new Refusal('forbidden', 'This account is closed. Contact an administrator.')
  await requireNotFrozen(deps.database.kysely, principal)
  await noteIdentityUse(deps.database.kysely, claimed.key, deps.clock.now())
  const isPerson = principal.kind === 'person'
  if (isPerson && claimed.refreshToken !== null) await saveGrant(deps, principal.pid, claimed.refreshToken)
  const verifiedAt = verifiedAtOf(deps, claimed)
  await openSession(deps, request, reply, {
    principal,
    method: 'microsoft',
    stage: isPerson ? 'full' : 'pre',
    verifiedAt,
  })
  return isPerson ? flow.return_to : '/unauthorized'
}

/** Credentials change: this session rotates, the others end, and an invited person becomes active. */
async function link(
  deps: DomainDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  flow: FlowRow,
  claimed: Redeemed,
): Promise<string> {
  const viewer = sessionOf(request)
  const principal = principalOf(viewer)
  const token = deps.ids.token()
  const now = deps.clock.now()
  await inTransaction(deps, async (trx) => {
    if (viewer.stage === 'pre') await requireNotFrozen(trx, principal)
    const user = await lockUser(trx, viewer.pid)
    const isNew = await insertIdentity(trx, claimed.key, principal, claimed.email ?? claimed.name, now)
    if (!isNew) throw new Refusal('duplicate', 'This Microsoft account is already linked to another person.')
    await noteMethods(
      trx,
      user,
      user.status === 'INVITED' ? { status: 'ACTIVE', accepted_at: now } : {},
      viewer.pid,
      now,
    )
    const isFirst = viewer.stage === 'pre'
    const method = isFirst ? 'microsoft' : viewer.method
    const verifiedAt = isFirst ? verifiedAtOf(deps, claimed) : viewer.verifiedAt
    if (
      !(await rotateSession(trx, {
        sessionHash: viewer.sessionHash,
        token,
        stage: 'full',
        method,
        verifiedAt,
        now,
      }))
    )
      throw malformed()
    await endSessions(trx, principal, hashToken(token))
    const detail = { name: claimed.email ?? claimed.name }
    await alertPerson({ deps, trx, now }, viewer.pid, accountNotices.microsoftLinked(detail.name))
    await writeAudit(trx, {
      kind: 'microsoft-linked',
      at: now,
      actor: viewer.pid,
      person: viewer.pid,
      origin: originOf(request),
      detail,
    })
  })
  if (claimed.refreshToken !== null) await saveGrant(deps, viewer.pid, claimed.refreshToken)
  sendSessionCookie(reply, token, 'full')
  return flow.return_to
}

async function prove(
  deps: DomainDeps,
  request: FastifyRequest,
  flow: FlowRow,
  claimed: IdentityClaims,
): Promise<string> {
  const viewer = sessionOf(request)
  const identity = await findIdentity(deps.database.kysely, claimed.key)
  if (identity?.user_pid !== viewer.pid)
    throw new Refusal('reauth-required', 'This is not the Microsoft account you signed in with.')
  if (claimed.provedAt === null) throw new Refusal('reauth-required', noAuthTime)
  const at = deps.clock.now()
  const verifiedAt = verifiedAtOf(deps, claimed)
  if (at.getTime() - verifiedAt.getTime() >= proofLifetimeMs) {
    throw new Refusal(
      'reauth-required',
      'You signed in with Microsoft more than five minutes ago. Sign in again.',
    )
  }
  await renewAuth(deps.database.kysely, viewer.sessionHash, verifiedAt)
  const line = {
    at,
    actor: viewer.pid,
    person: viewer.pid,
    origin: originOf(request),
    detail: { method: 'microsoft' },
  }
  await writeAudit(deps.database.kysely, { ...line, kind: 'step-up' })
  return flow.return_to
}

/** Uses the Microsoft identity for its purpose: sign-in, linking another sign-in method, or step-up. */
async function finishFlow(
  deps: PostingDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  flow: FlowRow,
  claimed: Redeemed,
): Promise<string> {
  const isOwn = flow.purpose === 'sign-in' || sessionUserOf(request)?.sessionHash === flow.bound_to
  if (!isOwn) throw malformed()
  const finishing = {
    'sign-in': () => enter(deps, request, reply, flow, claimed),
    link: () => link(deps, request, reply, flow, claimed),
  } as const
  return flow.purpose === 'step-up' ? prove(deps, request, flow, claimed) : finishing[flow.purpose]()
}

/**
 * Handles the Microsoft callback and returns the address to redirect to. Throws 400, 401, 403, 409 and 429.
 */
export async function finishMicrosoft(
  deps: PostingDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  requireSettings(deps)
  const { search, searchParams } = new URL(request.url, deps.environment.publicOrigin)
  const state = searchParams.get('state')
  const flow = await takeOwnFlow(deps, request, state)
  if (searchParams.has('error'))
    return `/login?problem=${searchParams.get('error') === 'access_denied' ? 'microsoft-denied' : 'microsoft-failed'}`
  try {
    return await finishFlow(
      deps,
      request,
      reply,
      flow,
      await redeem(deps, request, flow, search, state ?? ''),
    )
  } catch (error) {
    // The state was valid, and the number of states is limited. So the callback is processed even if this
    // address has used up its attempts; a failure still counts.
    if (error instanceof Refusal) await countFailure(deps, reply, [limits.failedSignIns, addressOf(request)])
    throw error
  }
}
