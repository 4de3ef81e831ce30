import type { Actor, Declaration, LocalDate } from '@portal/contract'
import { sql } from 'kysely'
import { referableSql } from '../sql/field-sql.ts'
import type { Condition } from '../sql/filter-sql.ts'
import { everything } from './rule-nodes.ts'
import { VisibleRows } from './visibility.ts'

/**
 * The rows an actor may refer to, in all projections of the table, regardless of page permissions. `also`
 * narrows further.
 */
export function referenceableRows(
  declaration: Declaration,
  actor: Actor,
  today: LocalDate,
  ...also: readonly Condition[]
): VisibleRows {
  const parts = referableSql(declaration.table, actor.role === 'client')
    .replaceAll(/\br\./g, 't.')
    .split('viewer.org')
  const scope = sql.join(
    parts.map((part) => sql.raw(part)),
    sql`${actor.org}::text`,
  )
  return new VisibleRows(declaration, actor, today, everything, 'living', [], [scope, ...also])
}
