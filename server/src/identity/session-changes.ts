import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { absoluteLifetimeMs, hashToken, idleLifetimeMs } from '../plugins/sessions.queries.ts'
import { holderColumn } from './holder.ts'
import type { Holder } from './holder.ts'

export interface Rotation {
  /** Hash of the token that ends. */
  sessionHash: string
  /** The new token. */
  token: string
  stage: 'full' | 'pre'
  method: string
  now: Date
}

/**
 * Gives a session a new token and full lifetimes, its proof being of this moment; the old token opens nothing from here on. False
 * when the session has ended meanwhile.
 */
export async function rotateSession(kysely: Kysely<Tables>, { sessionHash, token, stage, method, now }: Rotation): Promise<boolean> {
  const result = await kysely
    .updateTable('sessions')
    .set({
      token_hash: hashToken(token),
      stage,
      method,
      verified_at: now,
      last_seen_at: now,
      idle_expires_at: new Date(now.getTime() + idleLifetimeMs),
      expires_at: new Date(now.getTime() + absoluteLifetimeMs),
    })
    .where('token_hash', '=', sessionHash)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Ends the sessions of a holder, all of them or all but one. Answers how many. */
export async function endSessions(kysely: Kysely<Tables>, holder: Holder, except?: string): Promise<number> {
  const own = kysely.deleteFrom('sessions').where(holderColumn(holder), '=', holder.pid)
  const result = await (except === undefined ? own : own.where('token_hash', '<>', except)).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** The session has just proved again who it is. */
export async function renewProof(kysely: Kysely<Tables>, sessionHash: string, now: Date): Promise<void> {
  await kysely.updateTable('sessions').set({ verified_at: now }).where('token_hash', '=', sessionHash).execute()
}
