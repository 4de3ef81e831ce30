import type { Database } from '#platform/database/database.ts'
import { listEvents, listIds } from './history.queries.ts'
import type { HistoryEvent } from './history.queries.ts'
import { isComplete } from './position.ts'
import type { Position, Snapshot } from './position.ts'

/** Number of rows, and of ids, in memory at a time. */
const pageSize = 1_000
const maxIds = 50_000

/**
 * History rows that are read together, in order, at least one. Everything visible in `before` was read
 * earlier.
 */
export interface HistoryPage {
  events: readonly HistoryEvent[]
  last: HistoryEvent
  before: Snapshot
  snapshot: Snapshot
}

async function* pagesBetween(
  database: Database,
  before: Snapshot,
  snapshot: Snapshot,
  id: number,
): AsyncGenerator<HistoryPage> {
  let last = id
  for (;;) {
    const ids = await listIds(database, before, snapshot, last, maxIds)
    for (let from = 0; from < ids.length; from += pageSize) {
      const events = await listEvents(database, ids.slice(from, from + pageSize))
      const lastEvent = events.at(-1)
      if (lastEvent !== undefined) yield { events, last: lastEvent, before, snapshot }
    }
    if (ids.length < maxIds) return
    last = ids.at(-1) ?? last
  }
}

/** All rows that are visible in `to` and not covered by the position, each once. */
export async function* readHistory(
  database: Database,
  from: Position,
  to: Snapshot,
): AsyncGenerator<HistoryPage> {
  if (!isComplete(from)) yield* pagesBetween(database, from.before, from.snapshot, from.id)
  yield* pagesBetween(database, from.snapshot, to, 0)
}

/**
 * Position of a reader who has read this row of a page and all rows before it. `now` is when the server sends
 * it.
 */
export function positionAt({ before, snapshot }: HistoryPage, { id, at }: HistoryEvent, now: Date): Position {
  return { before, snapshot, id, at: at.getTime(), saidAt: now.getTime() }
}
