import { Refusal } from '@portal/contract'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import type { DomainDeps } from '../deps.ts'

/** A draft of which there is one in the portal, such as that of the status map. */
interface SharedDraft<Draft extends { version: number }> {
  lock: (trx: Transaction<Tables>) => Promise<Draft>
  /** What the actor gets in response, read after the transaction. */
  view: () => Promise<object>
  /** The sentence for a stale version. */
  changed: string
}

/**
 * Runs `work` in a transaction that locks a draft, and returns the resulting view. Throws 409 with the current
 * view if the version is stale.
 */
export async function changeDraft<Draft extends { version: number }>(
  { database }: Pick<DomainDeps, 'database'>,
  { lock, view, changed }: SharedDraft<Draft>,
  version: number,
  work: (trx: Transaction<Tables>, draft: Draft) => Promise<void>,
): Promise<unknown> {
  const isDone = await database.kysely.transaction().execute(async (trx) => {
    const draft = await lock(trx)
    if (draft.version !== version) return false
    await work(trx, draft)
    return true
  })
  const current = await view()
  if (isDone) return current
  throw new Refusal('version-conflict', changed, { current: { ...current } })
}
