import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** A change of a field in a history entry; references by pid. */
export interface HistoryChange {
  field: string
  from: unknown
  to: unknown
}

/**
 * History entries to write, which are also the events sent to open browsers. Each member is a value, a
 * placeholder of a prepared statement, or SQL.
 */
export interface HistoryEntries {
  /** A time, or SQL of type timestamptz. */
  at: unknown
  collection: string | RawBuilder<unknown>
  pid: unknown
  action: string | RawBuilder<unknown>
  version: number | RawBuilder<unknown>
  /** Pid of the user; null for the portal. */
  actor: string | null | RawBuilder<unknown>
  changes?: readonly HistoryChange[] | RawBuilder<unknown>
  /** The bulk or import job that groups the entries. */
  job?: unknown
  /** When the entries may go; without it they are kept for good. A time, or SQL of type timestamptz. */
  keptUntil?: unknown
  /** FROM clause: one entry per row, and the members may refer to its columns. */
  from?: RawBuilder<unknown>
}

const noChanges = sql.raw(`'[]'`)

/** The INSERT that writes history entries. It is the only one in the server. */
export function insertHistorySql(entries: HistoryEntries): RawBuilder<unknown> {
  const {
    at,
    collection,
    pid,
    action,
    version,
    actor,
    changes = noChanges,
    job,
    keptUntil,
    from = sql.raw(''),
  } = entries
  const changed = Array.isArray(changes) ? JSON.stringify(changes) : changes
  const [jobColumn, jobValue] =
    job === undefined ? [sql.raw(''), sql.raw('')] : [sql.raw(', job'), sql`, ${job}`]
  // What is kept for good goes to its partition without routing. `history` finds the month of the others.
  const [table, endColumn, endValue] =
    keptUntil === undefined
      ? [sql.table('record_history'), sql.raw(''), sql.raw('')]
      : [sql.table('history'), sql.raw(', kept_until'), sql`, ${keptUntil}::timestamptz`]
  return sql`insert into ${table} (at, collection, pid, action, version, actor, changes${jobColumn}${endColumn})
    select ${at}::timestamptz, ${collection}, ${pid}, ${action}, ${version}::int, ${actor}, ${changed}::jsonb${jobValue}${endValue} ${from}`
}
