import type { SortKey } from '@portal/contract'
import type { KnownSegments } from './known-postings.ts'
import { comparedLetters, maxSteps, unplaced } from './places.ts'
import type { Bound, Places } from './places.ts'
import { segmentRows } from './row-set.ts'
import type { RowSet } from './row-set.ts'

/** The length of so many letters as they come from the database, two digits for a byte, or more. */
const cutLength = 2 * comparedLetters

/** Rows of a segment, by their offsets, and their places. */
interface PlacedRows extends Places {
  segment: number
  offsets: Uint16Array
}

/** The beginning or the end of a step: a value, and the number of the step among those of all segments. */
interface Edge {
  value: Bound
  step: number
}

/** The edge of a step: that of its first rows, or that of its last rows. */
function edgeOf({ segment, bounds }: PlacedRows, step: number, of: 'first' | 'last'): Edge {
  const value = bounds[of === 'first' ? step : step + 1]
  if (value === undefined) throw new Error(`Segment ${segment} has no step ${step}`)
  return { value, step: segment * (maxSteps + 1) + step }
}

/** Is the first edge after the second, in the direction of an order? */
function isAfter(one: Edge, other: Edge, { descending }: Pick<SortKey, 'descending'>): boolean {
  const [low, high] = descending ? [one, other] : [other, one]
  if (low.value !== high.value) return low.value < high.value
  // Rows of equal values, and so their steps, are in the order of `seq`. A text that was cut may go on
  // differently.
  const isWhole = typeof low.value === 'number' || low.value.length < cutLength
  return isWhole && low.step < high.step
}

/** The steps that have some of the rows, in the direction of an order, up to `wanted` rows. */
function firstSteps(placed: PlacedRows, wanted: number, order: Pick<SortKey, 'descending'>) {
  const { steps, bounds, offsets } = placed
  const counts = new Uint32Array(unplaced + 1)
  // By place, as in row sets.
  for (let at = 0; at < offsets.length; at += 1) {
    const step = steps[offsets[at] ?? 0] ?? unplaced
    counts[step] = (counts[step] ?? 0) + 1
  }
  const found: { rows: number; end: Edge }[] = []
  let all = 0
  for (let turn = 0; turn < bounds.length - 1 && all < wanted; turn += 1) {
    const step = order.descending ? bounds.length - 2 - turn : turn
    const rows = counts[step] ?? 0
    if (rows === 0) continue
    all += rows
    found.push({ rows, end: edgeOf(placed, step, order.descending ? 'first' : 'last') })
  }
  return found
}

/** How many steps of a segment do not begin after an edge, in the direction of an order. */
function stepsUpTo(placed: PlacedRows, edge: Edge, order: Pick<SortKey, 'descending'>): number {
  const all = Math.max(0, placed.bounds.length - 1)
  let [low, high] = [0, all]
  while (low < high) {
    const middle = (low + high) >> 1
    const begin = order.descending
      ? edgeOf(placed, all - 1 - middle, 'last')
      : edgeOf(placed, middle, 'first')
    if (isAfter(begin, edge, order)) high = middle
    else low = middle + 1
  }
  return low
}

/** Rows among which the first rows of an order are. */
export interface FirstRows {
  seqs: readonly number[]
  /** About how many rows of the table, at most, stand before the last of the first rows. */
  passed: number
}

/**
 * Some of these rows, in any sequence, among which are the first `wanted` in the order of a field. Null if
 * the places of some of them are not known.
 */
export function firstByPlace(
  rows: RowSet,
  places: KnownSegments<Places | null>,
  wanted: number,
  order: Pick<SortKey, 'descending'>,
): FirstRows | null {
  const segments: PlacedRows[] = []
  for (const [segment, offsets] of rows.offsets()) {
    const known = places.get(segment)?.rows ?? null
    if (known === null) return null
    segments.push({ segment, ...known, offsets })
  }
  const inOrder = segments
    .flatMap((placed) => firstSteps(placed, wanted, order))
    .toSorted(({ end: one }, { end: other }) =>
      isAfter(one, other, order) ? 1 : isAfter(other, one, order) ? -1 : 0,
    )
  let found = 0
  const last = inOrder.find((step) => (found += step.rows) >= wanted)?.end
  const seqs: number[] = []
  let passed = 0
  for (const placed of segments) {
    const { segment, steps, bounds, offsets } = placed
    // Where fewer rows have a value, those without one are among the first as well.
    const many = last === undefined ? unplaced + 1 : stepsUpTo(placed, last, order)
    const from = last !== undefined && order.descending ? bounds.length - 1 - many : 0
    for (let at = 0; at < offsets.length; at += 1) {
      const offset = offsets[at] ?? 0
      const step = steps[offset] ?? unplaced
      if (step >= from && step < from + many) seqs.push(segment * segmentRows + offset)
    }
    passed += (many / maxSteps) * segmentRows
  }
  return { seqs, passed }
}
