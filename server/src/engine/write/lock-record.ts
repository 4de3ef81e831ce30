import { Refusal, phrase } from '@portal/contract'
import type { Declaration, RecordValues } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { columnName } from '../sql/columns.ts'
import { hasPid, isPlausiblePid, noSuchRecord } from '../query/get-record.ts'
import { permittedSql, projectionsOf } from '../query/visibility.ts'
import type { VisibleRows } from '../query/visibility.ts'
import { run, toValues } from './writing.ts'
import type { WriteContext } from './write-context.ts'

const StoredRow = z.looseObject({ version: z.number(), permitted: z.boolean() })

/** A record before a write. */
export interface RecordToWrite {
  /** The context, with the declaration of the record's projection. */
  context: WriteContext
  before: RecordValues
  version: number
}

type Action = 'update' | 'delete'

/** The projection that a stored row belongs to, by its values. */
export function projectionOf(declaration: Declaration, row: Readonly<Record<string, unknown>>): Declaration {
  const belongs = (each: Declaration) =>
    Object.entries(each.projection ?? {}).every(([name, value]) => row[columnName(name)] === value)
  const own = projectionsOf(declaration).find(belongs) ?? declaration
  return declaration.added === undefined ? own : { ...own, added: declaration.added }
}

/**
 * Locks a record the actor may see until the end of the transaction. Throws 404 if the actor may not see it,
 * 403 if they may see it but not do this.
 */
export async function lockRecord(
  context: WriteContext,
  rows: VisibleRows,
  pid: string,
  action: Action,
): Promise<RecordToWrite> {
  const { deps, trx } = context
  const { declaration, actor, today } = rows
  if (!isPlausiblePid(pid)) throw noSuchRecord(declaration, pid)
  const permitted = permittedSql(declaration, actor, action, today)
  const [row] = await run(
    deps.database,
    trx,
    sql`select t.*, (${permitted}) is true as permitted ${rows.narrow({ kind: 'and', nodes: [] }, hasPid(pid)).from()} for update of t`,
    StoredRow,
  )
  if (row === undefined) throw noSuchRecord(declaration, pid)
  if (!row.permitted)
    throw new Refusal(
      'forbidden',
      phrase('You can’t {{action}} this {{noun}} in its current status.', { action, noun: declaration.noun }),
    )
  const own = projectionOf(declaration, row)
  return { before: toValues(own, row), version: row.version, context: { ...context, declaration: own } }
}
