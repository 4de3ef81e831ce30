import { Refusal, findCollection, phrase } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import type { Transaction } from 'kysely'
import { withAddedFields } from '#platform/configuration/with-added-fields.ts'
import type { Tables } from '#platform/database/tables.ts'
import { todayOf } from '#engine/query/reading.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import type { DomainDeps } from '../deps.ts'

/** The context of a batch: its staff are notified once at the end of the job. */
export function bulkContext(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  actor: Actor,
  declaration: Declaration,
): WriteContext {
  const [now, today] = [deps.clock.now(), todayOf(deps, actor)]
  return { deps, trx, actor, declaration, now, today, isMany: true, memo: new Map() }
}

/** The declaration of the collection of a job, with its added fields. */
export async function declarationNamed(deps: DomainDeps, collection: string): Promise<Declaration> {
  const declaration = findCollection(collection)
  if (declaration === undefined)
    throw new Refusal(
      'unavailable',
      phrase('The collection {{collection}} no longer exists.', { collection }),
    )
  return withAddedFields(deps, declaration)
}
