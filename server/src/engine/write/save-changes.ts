import { isDeepStrictEqual } from 'node:util'
import type { RecordValues } from '@portal/contract'
import { sql } from 'kysely'
import { refreshChangedTexts } from '../search/search-text.ts'
import { assignments, historySql, run } from './writing.ts'
import type { FieldChange } from './writing.ts'
import type { WriteContext } from './write-context.ts'

/** The differences between a record and its new values. */
export function diffRecord(before: RecordValues, values: RecordValues): FieldChange[] {
  return Object.entries(values)
    .map(([field, to]) => ({ field, from: before[field] ?? null, to: to ?? null }))
    .filter(({ from, to }) => !isDeepStrictEqual(from, to))
}

/**
 * Writes changes of a locked record with its history and search text. A transition or another action is named
 * in the history; its reason is stored only there.
 */
export async function saveChanges(
  context: WriteContext,
  pid: string,
  version: number,
  changes: readonly FieldChange[],
  step?: { reason: string | null | undefined; action?: 'update' | 'transition' | 'undo' | 'merge' },
): Promise<void> {
  const { deps, trx, actor, declaration, now } = context
  const told = step?.reason ? [{ field: 'reason', from: null, to: step.reason }] : []
  await run(
    deps.database,
    trx,
    sql`with saved as (update ${sql.table(declaration.table)} set ${sql.join(assignments(declaration, changes))}, version = ${version},
        updated_at = ${now}::timestamptz, updated_by = ${actor.pid} where pid = ${pid})
      ${historySql(context, pid, step === undefined ? 'update' : (step.action ?? 'transition'), version, [...changes, ...told])}`,
  )
  const changed = new Set(changes.map(({ field }) => field))
  await refreshChangedTexts(deps.database, trx, declaration, [pid], changed)
}
