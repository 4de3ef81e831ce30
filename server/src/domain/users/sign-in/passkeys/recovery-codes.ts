import { randomBytes } from 'node:crypto'
import { Recovery, Refusal } from '@portal/contract'
import type { RecoveryCodes } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { addressOf, countFailure, limits, takeAttempt } from '#platform/auth/attempts.ts'
import { accountNotices } from '../account-notices.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { alertPerson } from '#domain/notifications/personal-alerts.ts'
import { isOpenText } from '#platform/auth/demo-people.ts'
import { requireNotFrozen } from '#platform/auth/freeze.ts'
import { openSession } from '../open-session.ts'
import { noteFailedAddress } from '../failed-sign-ins.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import { requireRecentAuth } from '#platform/auth/proof.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { parse } from '#platform/http/problems.ts'
import { hashToken } from '#platform/sessions/sessions.queries.ts'
import type { SessionUser } from '#platform/sessions/session-user.ts'

const codesAtOnce = 10
/** Crockford's base 32: no two characters look alike on paper. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A random code of 80 bits, as `XXXX-XXXX-XXXX-XXXX`. */
function makeCode(): string {
  const letters = Array.from(randomBytes(16), (byte) => alphabet.charAt(byte % 32)).join('')
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** Hash of a code as it was typed. Case, spaces and hyphens are ignored; O reads as 0, I and L as 1. */
function hashCode(typed: string): string {
  return hashToken(
    typed
      .toUpperCase()
      .replaceAll(/[^0-9A-Z]/g, '')
      .replaceAll('O', '0')
      .replaceAll(/[IL]/g, '1'),
  )
}

/**
 * Handler of `POST /api/auth/recovery-codes`: ten new codes, shown once. They replace the earlier ones. Needs
 * a recent authentication.
 */
export async function makeRecoveryCodes(
  deps: DomainDeps,
  request: FastifyRequest,
  sessionUser: SessionUser,
): Promise<RecoveryCodes> {
  requireRecentAuth(deps, sessionUser)
  const codes = Array.from({ length: codesAtOnce }, makeCode)
  const at = deps.clock.now()
  await deps.database.kysely.transaction().execute(async (trx) => {
    await trx.deleteFrom('recovery_codes').where('user_pid', '=', sessionUser.pid).execute()
    await trx
      .insertInto('recovery_codes')
      .values(codes.map((code) => ({ code_hash: hashCode(code), user_pid: sessionUser.pid, created_at: at })))
      .execute()
    await writeAudit(trx, {
      kind: 'recovery-codes-made',
      at,
      actor: sessionUser.pid,
      person: sessionUser.pid,
      origin: originOf(request),
    })
  })
  return { codes }
}

/** Number of unused codes of a person. */
export async function countRecoveryCodes(deps: DomainDeps, userPid: string): Promise<number> {
  const text = 'select count(*) as count from recovery_codes where user_pid = $1 and used_at is null'
  const [row] = await deps.database.query(text, [userPid], z.object({ count: z.number() }))
  return row?.count ?? 0
}

/**
 * Handler of `POST /api/auth/recover`: a code works once and opens a session that can only create a passkey.
 * A wrong code, a wrong address and a disabled account return the same 401. One query checks all of them, so
 * they take the same time.
 */
export async function recover(deps: DomainDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { email, code } = parse(Recovery, request.body ?? {}, 'body')
  const address = email.trim().normalize('NFC').toLowerCase()
  await takeAttempt(deps, reply, limits.accountSignIns, hashToken(address))
  const at = deps.clock.now()
  const person = await deps.database.kysely.transaction().execute(async (trx) => {
    const { rows } = await sql<{ user_pid: string }>`update recovery_codes c set used_at = ${at}
    from users u where c.code_hash = ${hashCode(code)} and c.used_at is null and u.pid = c.user_pid and lower(u.email) = ${address}
      and u.deleted_at is null and u.status not in ('DISABLED', 'DELETED')
      and ${sql.raw(isOpenText(deps.environment, 'u.pid'))} returning c.user_pid`.execute(trx)
    const pid = rows[0]?.user_pid
    if (pid !== undefined) await requireNotFrozen(trx, { kind: 'person', pid })
    return pid
  })
  if (person === undefined) {
    await countFailure(deps, reply, [limits.failedSignIns, addressOf(request)])
    const detail = { method: 'recovery', reason: 'not-verified' }
    await writeAudit(deps.database.kysely, {
      kind: 'sign-in-refused',
      at,
      actor: null,
      person: null,
      origin: originOf(request),
      detail,
    })
    noteFailedAddress(deps, address, originOf(request).address)
    throw new Refusal('unauthenticated', 'Invalid or already used code.')
  }
  const { address: from } = originOf(request)
  await deps.database.kysely
    .transaction()
    .execute((trx) => alertPerson({ deps, trx, now: at }, person, accountNotices.recoveryUsed(from)))
  await openSession(deps, request, reply, {
    principal: { kind: 'person', pid: person },
    method: 'recovery',
    stage: 'pre',
  })
}
