import { AsyncLocalStorage } from 'node:async_hooks'
import { Refusal } from '@portal/contract'
import type { ApprovalKind, Sayable } from '@portal/contract'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'

/** A change that needs a second person. */
export interface ApprovalWish {
  kind: ApprovalKind
  change: Readonly<Record<string, unknown>>
  /** What the change does. */
  summary: Sayable
  forSuperadmin: boolean
}

/**
 * Thrown inside the transaction of a change that needs a second person, so that the transaction rolls back.
 */
export class ApprovalNeeded extends Refusal {
  readonly wish: ApprovalWish
  constructor(wish: ApprovalWish) {
    super(
      'approval-needed',
      'This change requires approval by a second administrator. Change the records one by one.',
    )
    this.wish = wish
  }
}

/** Set only while an approved change is carried out. */
const approved = new AsyncLocalStorage<true>()

/** Carries out an approved change without requesting approval again. */
export function asApproved<Result>(work: () => Promise<Result>): Promise<Result> {
  return approved.run(true, work)
}

/** Throws ApprovalNeeded if second approval is on, unless an approved change is being carried out. */
export async function requireApproval(db: Kysely<Tables>, wish: () => ApprovalWish): Promise<void> {
  if (approved.getStore() === true) return
  const { rows } = await sql<{
    on: boolean
  }>`select coalesce((config #>> '{settings,secondApproval}')::boolean, false) as on
    from configuration where id = 1`.execute(db)
  if (rows[0]?.on === true) throw new ApprovalNeeded(wish())
}
