import { useState } from 'react'
import type { FileRecord } from '@portal/contract'

/**
 * A line of the open folder. `isGone` is one that somebody else deleted or moved away: it stays where it was
 * read until the folder is opened anew.
 */
export interface StableRow {
  record: FileRecord
  isGone: boolean
}

interface Around {
  /** Pid of the viewer, whose own changes are put in order at once: they look for them there. */
  person: string | undefined
  /** What the viewer deleted or moved away here. */
  taken: ReadonlySet<string>
  order: (one: FileRecord, other: FileRecord) => number
}

/**
 * The rows of a folder after something changed in it, none of them moved by what others did: a renamed file
 * stays in its place, what came from others stands at the end, what others took away is still there and says
 * so. `records` is in order.
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

/** Rows of `folder` that stay where they are while it is open; another folder begins anew. */
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
