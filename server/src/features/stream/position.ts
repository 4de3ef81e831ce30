/**
 * What one look at the database saw, as PostgreSQL's snapshots say it: all transactions below `next` but for
 * those that were `open`. Of two looks at one database the later one sees all that the earlier one saw.
 */
export interface Snapshot {
  /** The first number no transaction had yet. */
  next: number
  open: readonly number[]
}

/**
 * How far somebody has read the history: all that `before` saw and, of what `snapshot` saw besides, the lines
 * up to `id`. Both are the same once everything is read. Numbers of lines alone do not tell that: they are
 * given when a line is written, and lines appear when they commit.
 */
export interface Position {
  before: Snapshot
  snapshot: Snapshot
  /** The last line that was read, 0 before the first one of all. */
  id: number
  /** When that line was written: another database has another line of that number. */
  at: number
  /** When the server said so, in milliseconds. */
  saidAt: number
}

/** Reads what `pg_current_snapshot()` says: `xmin:xmax:xip,xip`. */
export function toSnapshot(text: string): Snapshot {
  const [, next = '', open = ''] = text.split(':')
  return { next: Number(next), open: open === '' ? [] : open.split(',').map(Number) }
}

/** Is nothing left to be read of what the position's snapshot saw? */
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

/** The position as the id of an event, which a browser sends back as it is. */
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

// Numbers of at most ten digits to the base of 36 are safe integers.
const number = '[0-9a-z]{1,10}'
const snapshot = `${number}(?:\\.${number}){0,1000}`
const form = new RegExp(`^(\\d{1,15})-(${number})-(${number})-(${snapshot})?-(${snapshot})$`)

/** The position that an id says, or null where it says none. */
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
