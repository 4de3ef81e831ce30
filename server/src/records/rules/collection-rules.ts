import type { Actor, RecordValues } from '@portal/contract'
import type { WriteContext } from '../writing.ts'

/** A write that is about to happen. `values` are the fields it sets; `before` the record as it stands. */
export type Write =
  | { action: 'create'; values: RecordValues }
  | { action: 'update'; values: RecordValues; before: RecordValues; pid: string }
  | { action: 'delete'; before: RecordValues; pid: string }

/** A write that has happened, its transaction still open; `after` is the whole record, null when deleted. */
export interface WriteEvent {
  action: Write['action']
  pid: string
  before: RecordValues | null
  after: RecordValues | null
}

/**
 * A change of a record that is otherwise kept as decided: what it sets, why, and the version it was made
 * from, if it says so.
 */
export interface Correction {
  values: RecordValues
  reason: string
  version: number | undefined
}

/** What makes a collection special; the engine asks by name and knows no collection itself. */
export interface CollectionRules {
  /**
   * Fills in a new record before it is checked for required fields. Throws 400 for what a role may not
   * choose.
   */
  defaults?(actor: Actor, values: RecordValues, now: Date, context: WriteContext): RecordValues
  /** Fields required besides the declared ones, given the whole record. */
  required?(values: RecordValues): string[]
  /** Pid of the record an earlier, identical request made. */
  findRepeated?(context: WriteContext, values: RecordValues): Promise<string | undefined>
  /**
   * The fields of an update that concern the rules below; one that sets none of them is not shown to them.
   * Absent: every update is.
   */
  validatedFields?: readonly string[]
  /**
   * Locks what these records hang on before the records themselves, so that no two writers wait for each
   * other in a ring. `pids` are records that are there already, `writes` the values that are to be written.
   */
  lockFirst?(context: WriteContext, pids: readonly string[], writes: readonly RecordValues[]): Promise<void>
  /** Judges a write and answers its values, completed. Throws 403, 400 or 409. */
  beforeWrite?(context: WriteContext, write: Write): Promise<RecordValues>
  /**
   * Reads a patch as a correction of a record that is kept as decided; null where it is none. Throws 403, 409
   * or 400.
   */
  readCorrection?(context: WriteContext, before: RecordValues, body: RecordValues): Correction | null
  /** Judges a record's way out of the bin. Throws 403 or 409. */
  beforeRestore?(context: WriteContext, before: RecordValues): void
  /** What follows from a record's way out of the bin, in the same transaction. */
  afterRestore?(context: WriteContext, before: RecordValues): Promise<void>
  /** What follows from a write, in the same transaction. */
  afterWrite?(context: WriteContext, written: WriteEvent): Promise<void>
}
