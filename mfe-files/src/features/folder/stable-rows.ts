import { useState } from 'react'
import type { FileRecord } from '@portal/contract'

/**
 * A row of the open folder. `isGone` marks one that somebody else deleted or moved: it stays in place until
 * the folder is reopened.
 */
export interface StableRow {
  record: FileRecord
  isGone: boolean
}

interface Around {
  /**
   * Pid of the viewer, whose own changes are sorted in immediately, because that is where they look for them.
   */
  person: string | undefined
  /** Pids the viewer deleted or moved here. */
  taken: ReadonlySet<string>
  order: (one: FileRecord, other: FileRecord) => number
}

/**
 * The rows of a folder after a change. Changes by others move no row: a renamed file keeps its place, new
 * files are at the end, removed files stay and are marked. `records` is sorted.
 */
export function stableRows(
  before: readonly StableRow[],
  records: readonly FileRecord[],
  { person, taken, order }: Around,
): StableRow[] {
  const left = new Map(records.map((record) => [record.pid, record]))
  const rows: StableRow[] = []
  for (const { record } of before) {
    const now = left.get(record.pid)
    const isOwnRename = now !== undefined && now.name !== record.name && now.updatedBy?.pid === person
    if (isOwnRename || (now === undefined && taken.has(record.pid))) continue
    left.delete(record.pid)
    rows.push(now === undefined ? { record, isGone: true } : { record: now, isGone: false })
  }
  for (const record of left.values()) {
    const isOwn = before.length === 0 || record.updatedBy?.pid === person
    const place = isOwn && before.length > 0 ? rows.findIndex((row) => order(record, row.record) < 0) : -1
    rows.splice(place < 0 ? rows.length : place, 0, { record, isGone: false })
  }
  return rows
}

interface Held {
  records: readonly FileRecord[]
  folder: string
  rows: readonly StableRow[]
}

/** The rows of `folder`, stable while it is open; another folder starts over. */
export function useStableRows(
  folder: string,
  records: readonly FileRecord[],
  around: Around,
): readonly StableRow[] {
  const [held, setHeld] = useState<Held>({ folder, records: [], rows: [] })
  if (held.folder === folder && held.records === records) return held.rows
  const rows = stableRows(held.folder === folder ? held.rows : [], records, around)
  setHeld({ folder, records, rows })
  return rows
}
