import type { Actor, Declaration } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { hasPid, isPlausiblePid, noSuchRecord } from './get-record.ts'
import { projectionOf } from '../write/lock-record.ts'
import { read, todayOf } from './reading.ts'
import type { RecordDeps } from './reading.ts'
import { readableRows } from './visibility.ts'
import type { DeletedScope } from './visibility.ts'
import type { OpenRecord } from '../write/write-context.ts'

/**
 * Finds a record the actor may see. Throws 403 for a closed collection, 404 for a row the actor may not see.
 */
export async function openRecord(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
  life?: DeletedScope,
): Promise<OpenRecord> {
  const rows = readableRows(declaration, actor, todayOf(deps, actor), life)
  if (!isPlausiblePid(pid)) throw noSuchRecord(declaration, pid)
  const [row] = await read(
    deps,
    sql`select t.* ${rows.narrow({ kind: 'and', nodes: [] }, hasPid(pid)).from()}`,
    z.looseObject({ version: z.number() }),
  )
  if (row === undefined) throw noSuchRecord(declaration, pid)
  return { declaration: projectionOf(declaration, row), pid, version: row.version, row }
}
