/**
 * A PostgreSQL snapshot: it sees all transactions below `next` except those that were `open`. Of two
 * snapshots of one database, the later one sees everything that the earlier one saw.
 */
export interface Snapshot {
  /** The first transaction id that was not assigned yet. */
  next: number
  open: readonly number[]
}

/**
 * How far a reader has read the history: everything visible in `before`, and the rows up to `id` that are
 * additionally visible in `snapshot`. Both are the same object when everything was read. Row ids alone are
 * not enough: they are assigned when a row is written, but rows become visible when their transaction
 * commits.
 */
export interface Position {
  before: Snapshot
  snapshot: Snapshot
  /** The last row that was read; 0 before the first row. */
  id: number
  /** Time of that row. It detects a position of another database. */
  at: number
  /** When the server sent the position, in milliseconds. */
  saidAt: number
}

/** Parses the output of `pg_current_snapshot()`: `xmin:xmax:xip,xip`. */
export function toSnapshot(text: string): Snapshot {
  const [, next = '', open = ''] = text.split(':')
  return { next: Number(next), open: open === '' ? [] : open.split(',').map(Number) }
}

/** Whether everything visible in the snapshot of the position was read. */
export function isComplete({ before, snapshot }: Position): boolean {
  return before === snapshot
}

const digits = (number: number) => number.toString(36)

function snapshotText({ next, open }: Snapshot): string {
  return [next, ...open.map((xid) => next - xid)].map(digits).join('.')
}

function parseSnapshot(text: string): Snapshot {
  const [next = 0, ...back] = text.split('.').map((part) => Number.parseInt(part, 36))
  return { next, open: back.map((distance) => next - distance) }
}

/** The position as an event id, which a browser sends back unchanged. */
export function positionText(position: Position): string {
  const { before, snapshot, id, at, saidAt } = position
  return [
    String(id),
    digits(at),
    digits(saidAt),
    isComplete(position) ? '' : snapshotText(before),
    snapshotText(snapshot),
  ].join('-')
}

// Base-36 numbers of at most ten digits are safe integers.
const number = '[0-9a-z]{1,10}'
const snapshot = `${number}(?:\\.${number}){0,1000}`
const form = new RegExp(`^(\\d{1,15})-(${number})-(${number})-(${snapshot})?-(${snapshot})$`)

/** The position in an event id, or null if the id is invalid. */
export function parsePosition(text: string): Position | null {
  const [, id = '', at = '', saidAt = '', before, last = ''] = form.exec(text) ?? []
  if (id === '') return null
  const seen = parseSnapshot(last)
  return {
    before: before === undefined ? seen : parseSnapshot(before),
    snapshot: seen,
    id: Number(id),
    at: Number.parseInt(at, 36),
    saidAt: Number.parseInt(saidAt, 36),
  }
}
