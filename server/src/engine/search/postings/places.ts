import { z } from 'zod'
import { segmentRows } from './row-set.ts'

/** A value as far as it is compared here: a time in seconds, or the first letters of a text. */
export const Bounds = z.array(z.union([z.number(), z.string()]))
export type Bound = z.infer<typeof Bounds>[number]

/**
 * Where the rows of a segment stand in an order: in which of up to 1,023 steps of about as many rows each.
 */
export interface Places {
  /** The step of each row, by its offset in the segment; `unplaced` for rows without a value. */
  steps: Uint16Array<ArrayBuffer>
  /**
   * The first value of each step, and the last value of all. A smaller one never stands after a larger one.
   */
  bounds: readonly Bound[]
}

/** A page reads the rows of one step of each segment that are not on it: with this number, 64 at most. */
export const maxSteps = 1_023
/** The step of rows without a value. They stand last, whichever way an order is read. */
export const unplaced = 1_023
/** So many letters of a text are compared. */
export const comparedLetters = 40

const stepsBytes = segmentRows * Uint16Array.BYTES_PER_ELEMENT

/** Places as they are stored: the steps and, as JSON, the bounds. */
export function packPlaces({ steps, bounds }: Places): Buffer {
  return Buffer.concat([new Uint8Array(steps.buffer), Buffer.from(JSON.stringify(bounds))])
}

/** The places that are stored for a segment; null if an earlier release has built it without them. */
export function unpackPlaces(stored: Uint8Array | null | undefined): Places | null {
  if (stored === null || stored === undefined) return null
  const bounds: unknown = JSON.parse(Buffer.from(stored.subarray(stepsBytes)).toString())
  // In memory of its own, which begins at a multiple of two.
  const steps = new Uint16Array(new Uint8Array(stored.subarray(0, stepsBytes)).buffer)
  return { steps, bounds: Bounds.parse(bounds) }
}
