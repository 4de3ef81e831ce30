import { Refusal, phrase } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { todayOf } from './reading.ts'
import type { RecordDeps } from './reading.ts'
import { PreparedQuery, actorKey, cachePerDeclaration } from '../sql/prepared-query.ts'
import type { Placeholder } from '../sql/prepared-query.ts'
import { jsonLines } from '../sql/select-list.ts'
import { readableRows } from './visibility.ts'
import type { VisibleRows } from './visibility.ts'

/** The 404 of a row that does not exist or that the actor may not see. */
export function noSuchRecord(declaration: Declaration, pid: string): Refusal {
  return new Refusal(
    'not-found',
    phrase('No {{noun}} found with number {{pid}}.', { noun: declaration.noun, pid: pid.slice(0, 64) }),
  )
}

/** False for a pid that no record can have; the database is not queried for it. */
export function isPlausiblePid(pid: string): boolean {
  return /^[0-9A-Za-z_-]{1,64}$/.test(pid)
}

/** Condition on the row `t`. */
export function hasPid(pid: string | Placeholder): RawBuilder<unknown> {
  return sql`t.pid = ${pid}`
}

/** A record as JSON text. */
const JsonLine = z.object({ line: z.string() })
type JsonLine = z.infer<typeof JsonLine>

/** The query of one record as JSON text in `line`. */
export function recordLine(rows: VisibleRows, pid: string): RawBuilder<unknown> {
  return jsonLines(rows, sql`(select t.* ${rows.narrow({ kind: 'and', nodes: [] }, hasPid(pid)).from()}) t`)
}

const kept = cachePerDeclaration<PreparedQuery<JsonLine>>()
/** Placeholder for the pid in a prepared query; no record has it. */
export const anyPid = '*'

/**
 * `GET /{collection}/{pid}` as JSON text. Throws 403 for a closed collection, 404 for a row the actor may not see.
 */
export async function getRecord(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
): Promise<string> {
  const today = todayOf(deps, actor)
  const ready = kept(
    declaration,
    actorKey(actor, today),
    () => new PreparedQuery(recordLine(readableRows(declaration, actor, today), anyPid), JsonLine),
  )
  const row = isPlausiblePid(pid)
    ? await ready.read(deps, (value) => (value === anyPid ? pid : value))
    : undefined
  if (row === undefined) throw noSuchRecord(declaration, pid)
  return row.line
}
