import { Refusal } from '@portal/contract'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { PlatformDeps } from '../deps.ts'
import { writeAudit } from './audit-trail.ts'
import type { Principal } from './principal.ts'
import type { RequestOrigin } from './origin-of.ts'

/** Whether sign-ins are frozen. */
export async function isFrozen(database: Database): Promise<boolean> {
  return (await database.query('select 1 from sign_in_freeze', [])).length > 0
}

const watchEveryMs = 5_000

/** Whether sign-ins are frozen, queried at most once every five seconds. */
export class FreezeWatch {
  readonly #deps: Pick<PlatformDeps, 'clock' | 'database'>
  #latest: { atMs: number; answer: Promise<boolean> } | undefined

  constructor(deps: Pick<PlatformDeps, 'clock' | 'database'>) {
    this.#deps = deps
  }

  isOn(): Promise<boolean> {
    const nowMs = this.#deps.clock.now().getTime()
    if (this.#latest === undefined || Math.abs(nowMs - this.#latest.atMs) >= watchEveryMs)
      this.#latest = { atMs: nowMs, answer: isFrozen(this.#deps.database) }
    return this.#latest.answer
  }
}

/** Throws 403 while sign-ins are frozen, except for the superadmin who froze them. */
export async function requireNotFrozen(kysely: Kysely<Tables>, principal: Principal): Promise<void> {
  const freeze = await kysely.selectFrom('sign_in_freeze').select('frozen_by').executeTakeFirst()
  if (freeze === undefined || (principal.kind === 'person' && principal.pid === freeze.frozen_by)) return
  throw new Refusal('forbidden', 'Sign-ins are frozen. Try again later, or contact an administrator.')
}

/**
 * Throws 409 while sign-ins are frozen: an approval would give the open pages of the request a role, which is
 * a sign-in.
 */
export async function requireNoFreeze(kysely: Kysely<Tables>): Promise<void> {
  if ((await kysely.selectFrom('sign_in_freeze').select('frozen_by').executeTakeFirst()) === undefined) return
  const sentence = 'Sign-ins are frozen. Unfreeze them before you approve requests.'
  throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
}

/** Freezes sign-ins. Open sessions continue. Only the first person who froze them can still sign in. */
export async function freeze(deps: PlatformDeps, by: string, origin: RequestOrigin): Promise<void> {
  const at = deps.clock.now()
  await deps.database.kysely.transaction().execute(async (trx) => {
    const result = await trx
      .insertInto('sign_in_freeze')
      .values({ frozen_at: at, frozen_by: by })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if ((result.numInsertedOrUpdatedRows ?? 0n) > 0n)
      await writeAudit(trx, { kind: 'sign-ins-frozen', at, actor: by, person: null, origin })
  })
}

/**
 * Unfreezes sign-ins; `by` is null when a start of the server does it. Returns false if they were not frozen.
 */
export async function thaw(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  by: string | null,
  origin: RequestOrigin | null,
): Promise<boolean> {
  const at = deps.clock.now()
  return deps.database.kysely.transaction().execute(async (trx) => {
    const result = await trx.deleteFrom('sign_in_freeze').executeTakeFirst()
    if (result.numDeletedRows === 0n) return false
    await writeAudit(trx, { kind: 'sign-ins-thawed', at, actor: by, person: null, origin })
    return true
  })
}
