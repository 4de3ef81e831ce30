import { collections, findCollection, tables } from '@portal/contract'
import type { Declaration, RecordValues, TableName } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { storedFields } from '#engine/sql/columns.ts'
import { forgetCorrections } from '#domain/permits/corrections/record-corrections.ts'
import { saveChanges } from '#engine/write/save-changes.ts'
import { historySql, run } from '#engine/write/writing.ts'
import type { FieldChange } from '#engine/write/writing.ts'
import type { LockedRecord, WriteContext } from '#engine/write/write-context.ts'
import { lockRelated } from '#engine/transitions/locked-record.ts'

const Changes = z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })).catch([])

/** A record that a transition created or changed. */
export interface WrittenRecord {
  pid: string
  table: TableName
  /** Id of the last history entry of the transition for this record. */
  lastLine: number
  isMade: boolean
  /** Changes by field, from the first value to the last. */
  changes: FieldChange[]
  /** The current record; undefined if it is deleted. */
  locked: LockedRecord | undefined
}

/** What a transition wrote: records, notifications, and collections whose writes cannot be undone. */
export interface TransitionWrites {
  records: WrittenRecord[]
  messages: { alerts: string[]; notifications: string[] }
  /** Comments of the authority that it recorded. */
  corrections: string[]
  others: string[]
}

const Line = z.object({
  id: z.number(),
  pid: z.string(),
  collection: z.string(),
  action: z.string(),
  changes: z.unknown(),
})
type Line = z.infer<typeof Line>

/** Is it a field of the record? The reason of a transition is only in the history. */
const isStored = (declaration: Declaration, field: string) =>
  storedFields(declaration).some(([name]) => name === field)

function merge(declaration: Declaration, lines: readonly Line[]): FieldChange[] {
  const merged = new Map<string, FieldChange>()
  for (const { changes } of lines) {
    // If the record has a field `reason`, its change precedes the reason of the transition, so the first
    // entry wins.
    const seen = new Set<string>()
    for (const { field, from, to } of Changes.parse(changes)) {
      if (!isStored(declaration, field) || seen.has(field)) continue
      seen.add(field)
      merged.set(field, {
        field,
        from: merged.has(field) ? merged.get(field)?.from : (from ?? null),
        to: to ?? null,
      })
    }
  }
  return [...merged.values()]
}

/**
 * Reads everything the transaction of a transition wrote from its history and locks the records, in the same
 * order as the transition did.
 */
export async function readWritten(context: WriteContext, xid: number): Promise<TransitionWrites> {
  const lines = await run(
    context.deps.database,
    context.trx,
    sql`select h.id, h.pid, h.collection, h.action, h.changes from record_history h where h.xid = ${xid}::bigint and h.action <> 'read' order by h.id`,
    Line,
  )
  const messages: TransitionWrites['messages'] = { alerts: [], notifications: [] }
  const others = new Set<string>()
  const corrections: string[] = []
  const records: WrittenRecord[] = []
  for (const [pid, own] of Map.groupBy(lines, (line) => line.pid)) {
    const [first] = own
    const last = own.at(-1)
    if (first === undefined || last === undefined) continue
    const declaration = findCollection(first.collection)
    if (first.collection === 'corrections') corrections.push(pid)
    else if (declaration === undefined) others.add(first.collection)
    else if (
      first.action === 'create' &&
      (declaration.name === 'alerts' || declaration.name === 'notifications')
    )
      messages[declaration.name].push(pid)
    else {
      const locked = await lockRelated(context, declaration.table, pid)
      const isMade = first.action === 'create'
      const changes = isMade ? [] : merge(tables[declaration.table], own)
      records.push({ pid, table: declaration.table, lastLine: last.id, isMade, changes, locked })
    }
  }
  return { records, messages, corrections, others: [...others] }
}

async function remove(
  { deps, trx, actor, now }: WriteContext,
  declaration: Declaration,
  pids: readonly string[],
): Promise<void> {
  for (const pid of pids) {
    await run(
      deps.database,
      trx,
      sql`with gone as (update ${sql.table(declaration.table)} set deleted_at = ${now}::timestamptz, deleted_by = ${actor.pid}, version = version + 1,
          updated_at = ${now}::timestamptz, updated_by = ${actor.pid} where pid = ${pid} and deleted_at is null returning version)
        ${historySql({ actor, declaration, now }, pid, 'delete', sql`gone.version`, [], sql`from gone`)}`,
    )
  }
}

/**
 * Undoes what a transition wrote: changed records get their former values, created records are deleted, and
 * its alerts end.
 */
export async function restoreWritten(
  context: WriteContext,
  { records, messages, corrections }: TransitionWrites,
): Promise<void> {
  for (const { pid, isMade, changes, locked } of records.toReversed()) {
    if (locked === undefined) continue
    if (isMade) await remove(context, locked.context.declaration, [pid])
    else if (changes.length > 0) {
      const back = changes.map(({ field, from, to }) => ({ field, from: to, to: from }))
      await saveChanges(locked.context, pid, locked.version + 1, back, { reason: null, action: 'undo' })
    }
  }
  await forgetCorrections(context, corrections)
  await remove(context, collections.alerts, messages.alerts)
  await remove(context, collections.notifications, messages.notifications)
}

/** The name of a record in a sentence: its number, or its title. */
export function nameOf({ before, context: { declaration } }: LockedRecord): string {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  const values: RecordValues = before
  return (
    text(declaration.numberField === null ? null : values[declaration.numberField]) ??
    text(values[declaration.titleField]) ??
    declaration.noun
  )
}
