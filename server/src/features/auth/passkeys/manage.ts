import { PasskeyName, Refusal } from '@portal/contract'
import type { PasskeyList } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { writeAudit } from '#identity/audit-trail.ts'
import { holderOf } from '#identity/holder.ts'
import type { Holder } from '#identity/holder.ts'
import { originOf } from '#identity/origin-of.ts'
import { requireFreshProof } from '#identity/proof.ts'
import { endSessions, rotateSession } from '#identity/session-changes.ts'
import { countMethods, lockUser, noteMethods } from '#identity/update-user.ts'
import type { Deps } from '../../../deps.ts'
import { parse } from '../../../plugins/problems.ts'
import { sendSessionCookie } from '../../../plugins/session-cookie.ts'
import { hashToken } from '../../../plugins/sessions.queries.ts'
import type { SignedIn } from '../../../plugins/signed-in.ts'
import { deletePasskey, listPasskeys, renamePasskey, toPasskey } from './passkeys.queries.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

const noPasskey = (): Refusal => new Refusal('not-found', 'There is no such passkey.')

/** Every way a person has to sign in. */
export async function listWaysIn(deps: Deps, holder: Holder): Promise<PasskeyList> {
  const { kysely } = deps.database
  const [passkeys, microsoft, recoveryCodes] = await Promise.all([
    listPasskeys(kysely, holder),
    kysely.selectFrom('microsoft_identities').select(['name', 'created_at']).where('user_pid', '=', holder.pid).orderBy('created_at').execute(),
    countRecoveryCodes(deps, holder.pid),
  ])
  return {
    passkeys: passkeys.map(toPasskey),
    microsoft: microsoft.map((row) => ({ name: row.name, createdAt: row.created_at.toISOString() })),
    recoveryCodes,
  }
}

/** `PATCH /api/auth/passkeys/{pid}`: gives an own passkey another name. */
export async function namePasskey(deps: Deps, request: FastifyRequest, viewer: SignedIn, pid: string): Promise<void> {
  const { kysely } = deps.database
  const isOwn = (await listPasskeys(kysely, holderOf(viewer))).some((passkey) => passkey.pid === pid)
  if (!isOwn) throw noPasskey()
  const { name } = parse(PasskeyName, request.body ?? {}, 'body')
  await renamePasskey(kysely, holderOf(viewer), pid, name)
}

/**
 * `DELETE /api/auth/passkeys/{pid}`: the passkey opens nothing any more. Asks for a fresh proof; 404 for one that is not the person's,
 * 409 for their last way to sign in. This session rotates, the others end.
 */
export async function removePasskey(deps: Deps, request: FastifyRequest, reply: FastifyReply, viewer: SignedIn, pid: string): Promise<void> {
  requireFreshProof(deps, viewer)
  const token = deps.ids.token()
  const now = deps.clock.now()
  const holder = holderOf(viewer)
  await deps.database.kysely.transaction().execute(async (trx) => {
    const user = await lockUser(trx, viewer.pid)
    const removed = await deletePasskey(trx, holder, pid)
    if (removed === undefined) throw noPasskey()
    const { passkeys, microsoft } = await countMethods(trx, holder)
    if (passkeys + microsoft === 0) {
      const sentence = 'This is your last way to sign in: make another passkey first.'
      throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
    }
    await noteMethods(trx, user, {}, viewer.pid, now)
    const isRotated = await rotateSession(trx, { sessionHash: viewer.sessionHash, token, stage: 'full', method: viewer.method, now })
    if (!isRotated) throw new Refusal('unauthenticated', 'Your session has ended meanwhile.')
    await endSessions(trx, holder, hashToken(token))
    const detail = { name: removed.name, pid }
    await writeAudit(trx, { kind: 'passkey-removed', at: now, actor: viewer.pid, person: viewer.pid, origin: originOf(request), detail })
  })
  sendSessionCookie(reply, token, 'full')
}

/** `DELETE /api/auth/users/{pid}/passkeys/{passkeyPid}`: an administrator takes away a lost passkey, the last one too; all sessions of the person end. */
export async function removePasskeyOf(deps: Deps, request: FastifyRequest, viewer: SignedIn, userPid: string, pid: string): Promise<void> {
  const at = deps.clock.now()
  const holder: Holder = { kind: 'person', pid: userPid }
  await deps.database.kysely.transaction().execute(async (trx) => {
    const user = await lockUser(trx, userPid)
    const removed = await deletePasskey(trx, holder, pid)
    if (removed === undefined) throw noPasskey()
    await noteMethods(trx, user, {}, viewer.pid, at)
    await endSessions(trx, holder, userPid === viewer.pid ? viewer.sessionHash : undefined)
    const detail = { name: removed.name, pid }
    await writeAudit(trx, { kind: 'passkey-removed', at, actor: viewer.pid, person: userPid, origin: originOf(request), detail })
  })
}
