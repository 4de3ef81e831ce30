import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { absoluteLifetimeMs, hashToken, idleLifetimeMs } from '#platform/sessions/sessions.queries.ts'
import { principalColumn } from './principal.ts'
import type { Principal } from './principal.ts'

export interface Rotation {
  /** Hash of the old token. */
  sessionHash: string
  /** The new token. */
  token: string
  stage: 'full' | 'pre'
  method: string
  /** Time of the last authentication. */
  verifiedAt: Date
  now: Date
}

/**
 * Replaces the token of a session; the old one becomes invalid. The session still ends seven days after its
 * sign-in. Returns false if it has ended meanwhile.
 */
export async function rotateSession(
  kysely: Kysely<Tables>,
  { sessionHash, token, stage, method, verifiedAt, now }: Rotation,
): Promise<boolean> {
  const endsAt = sql<Date>`created_at + make_interval(secs => ${sql.lit(absoluteLifetimeMs / 1000)})`
  const result = await kysely
    .updateTable('sessions')
    .set({
      token_hash: hashToken(token),
      stage,
      method,
      verified_at: verifiedAt,
      last_seen_at: now,
      idle_expires_at: sql`least(${new Date(now.getTime() + idleLifetimeMs)}::timestamptz, ${endsAt})`,
      expires_at: endsAt,
    })
    .where('token_hash', '=', sessionHash)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Ends all sessions of a principal, or all except one. Returns their number. */
export async function endSessions(
  kysely: Kysely<Tables>,
  principal: Principal,
  except?: string,
): Promise<number> {
  const own = kysely.deleteFrom('sessions').where(principalColumn(principal), '=', principal.pid)
  const result = await (except === undefined ? own : own.where('token_hash', '<>', except)).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Records a new authentication of the session's person at `verifiedAt`. */
export async function renewAuth(
  kysely: Kysely<Tables>,
  sessionHash: string,
  verifiedAt: Date,
): Promise<void> {
  await kysely
    .updateTable('sessions')
    .set({ verified_at: verifiedAt })
    .where('token_hash', '=', sessionHash)
    .execute()
}
