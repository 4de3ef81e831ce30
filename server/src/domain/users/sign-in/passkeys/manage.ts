import { PasskeyName, Refusal } from '@portal/contract'
import type { PasskeyList } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountNotices } from '../account-notices.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { alertPerson } from '#domain/notifications/personal-alerts.ts'
import { principalOf } from '#platform/auth/principal.ts'
import type { Principal } from '#platform/auth/principal.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import { endSessions } from '#platform/auth/session-changes.ts'
import { lockUser, noteMethods } from '#platform/auth/update-user.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { parse } from '#platform/http/problems.ts'
import type { SessionUser } from '#platform/sessions/session-user.ts'
import { removeSignInMethod } from '../remove-sign-in-method.ts'
import { deletePasskey, listPasskeys, renamePasskey, toPasskey } from './passkeys.queries.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

const noPasskey = (): Refusal => new Refusal('not-found', 'Passkey not found.')

/** All sign-in methods of a person. */
export async function listSignInMethods(deps: DomainDeps, principal: Principal): Promise<PasskeyList> {
  const { kysely } = deps.database
  const [passkeys, microsoft, recoveryCodes] = await Promise.all([
    listPasskeys(kysely, principal),
    kysely
      .selectFrom('microsoft_identities')
      .select(['name', 'created_at'])
      .where('user_pid', '=', principal.pid)
      .orderBy('created_at')
      .execute(),
    countRecoveryCodes(deps, principal.pid),
  ])
  return {
    passkeys: passkeys.map(toPasskey),
    microsoft: microsoft.map((row) => ({ name: row.name, createdAt: row.created_at.toISOString() })),
    recoveryCodes,
  }
}

/** Handler of `PATCH /api/auth/passkeys/{pid}`: renames one of the person's own passkeys. */
export async function namePasskey(
  deps: DomainDeps,
  request: FastifyRequest,
  sessionUser: SessionUser,
  pid: string,
): Promise<void> {
  const { kysely } = deps.database
  const isOwn = (await listPasskeys(kysely, principalOf(sessionUser))).some((passkey) => passkey.pid === pid)
  if (!isOwn) throw noPasskey()
  const { name } = parse(PasskeyName, request.body ?? {}, 'body')
  await renamePasskey(kysely, principalOf(sessionUser), pid, name)
}

/**
 * Handler of `DELETE /api/auth/passkeys/{pid}`: removes one of the person's own passkeys. Throws 404 for a
 * passkey of another person, and the errors of `removeSignInMethod`.
 */
export function removePasskey(
  deps: DomainDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  sessionUser: SessionUser,
  pid: string,
): Promise<void> {
  return removeSignInMethod(deps, request, reply, sessionUser, async (trx, principal) => {
    const removed = await deletePasskey(trx, principal, pid)
    if (removed === undefined) throw noPasskey()
    return { kind: 'passkey-removed', detail: { name: removed.name, pid } }
  })
}

/**
 * Handler of `DELETE /api/auth/users/{pid}/passkeys/{passkeyPid}`: an administrator removes a lost passkey of
 * another person, even the last one; all sessions of that person end. The administrator's own passkeys follow
 * the rules for own passkeys, so administrators cannot lock themselves out.
 */
export async function removePasskeyOf(
  deps: DomainDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  sessionUser: SessionUser,
  userPid: string,
  pid: string,
): Promise<void> {
  if (userPid === sessionUser.pid) return removePasskey(deps, request, reply, sessionUser, pid)
  const at = deps.clock.now()
  const principal: Principal = { kind: 'person', pid: userPid }
  await deps.database.kysely.transaction().execute(async (trx) => {
    const user = await lockUser(trx, userPid)
    const removed = await deletePasskey(trx, principal, pid)
    if (removed === undefined) throw noPasskey()
    await noteMethods(trx, user, {}, sessionUser.pid, at)
    await endSessions(trx, principal)
    await alertPerson({ deps, trx, now: at }, userPid, accountNotices.passkeyRemoved(removed.name))
    const detail = { name: removed.name, pid }
    await writeAudit(trx, {
      kind: 'passkey-removed',
      at,
      actor: sessionUser.pid,
      person: userPid,
      origin: originOf(request),
      detail,
    })
  })
}
