import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { absoluteLifetimeMs, hashToken, idleLifetimeMs } from '../plugins/sessions.queries.ts'
import { principalColumn } from './principal.ts'
import type { Principal } from './principal.ts'

export interface Rotation {
  /** Hash of the token that ends. */
  sessionHash: string
  /** The new token. */
  token: string
  stage: 'full' | 'pre'
  method: string
  /** When the person last proved who they are. */
  verifiedAt: Date
  now: Date
}

/**
 * Gives a session a new token; the old one opens nothing from here on. The session still ends seven days
 * after its sign-in, however often its token changes. False when it has ended meanwhile.
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

/** Ends the sessions of a holder, all of them or all but one. Answers how many. */
export async function endSessions(
  kysely: Kysely<Tables>,
  principal: Principal,
  except?: string,
): Promise<number> {
  const own = kysely.deleteFrom('sessions').where(principalColumn(principal), '=', principal.pid)
  const result = await (except === undefined ? own : own.where('token_hash', '<>', except)).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** The person of the session has proved again who they are, at `verifiedAt`. */
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
