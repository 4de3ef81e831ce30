import type { Actor, Declaration, RecordOf, RecordValues, ValuesOf } from '@portal/contract'
import type { RecordDeps } from '../query/reading.ts'
import type { WriteContext } from '../write/write-context.ts'

/** A pending write. `values` are the fields it sets; `before` is the current record. */
export type Write<D extends Declaration = Declaration> =
  | { action: 'create'; values: ValuesOf<D> }
  | { action: 'update'; values: ValuesOf<D>; before: RecordOf<D>; pid: string }
  | { action: 'delete'; before: RecordOf<D>; pid: string }

/** A completed write in its open transaction; `after` is the whole record, null if deleted. */
export interface WriteEvent<D extends Declaration = Declaration> {
  action: Write['action']
  pid: string
  before: RecordOf<D> | null
  after: RecordOf<D> | null
}

/** A correction of a decided record: the new values, the reason, and the version it is based on, if given. */
export interface Correction {
  values: RecordValues
  reason: string
  version: number | undefined
}

/**
 * The rules of a collection. The engine looks them up by name and has no code for single collections; rules
 * of one collection name its declaration and see typed records.
 */
export interface CollectionRules<D extends Declaration = Declaration> {
  /**
   * Fills in default values before required fields are checked. Throws 400 for a value that the role may not
   * set.
   */
  defaults?(actor: Actor, values: ValuesOf<D>, now: Date, context: WriteContext): RecordValues
  /** Additional required fields, depending on the whole record. */
  required?(values: ValuesOf<D>): string[]
  /** Pid of the record that an earlier, identical request created. */
  findRepeated?(context: WriteContext, values: ValuesOf<D>): Promise<string | undefined>
  /**
   * The fields that the rules below check. An update that sets none of them skips these rules. If absent,
   * every update is checked.
   */
  validatedFields?: readonly string[]
  /**
   * Fields that the rules below check in some records only, by a whole number that these have in the field
   * `by`. An update of such fields skips the rules where the number is one of `unaffected`; null counts as 0.
   */
  validatedByNumber?: {
    by: string
    fields: ReadonlySet<string>
    unaffected(deps: RecordDeps, fields: readonly string[]): readonly number[]
  }
  /** Locks what new records are validated against, before they are validated. */
  lockBeforeCreate?(context: Pick<WriteContext, 'deps' | 'trx'>): Promise<void>
  /**
   * The rules look at other rows of the same table (the last superadmin), so a batch writes each row before
   * it validates the next.
   */
  writesOneByOne?: boolean
  /**
   * Locks the parents of these records before the records themselves, so that writers cannot deadlock. `pids`
   * are existing records, `writes` the values to be written.
   */
  lockFirst?(context: WriteContext, pids: readonly string[], writes: readonly ValuesOf<D>[]): Promise<void>
  /** Checks a write and returns its completed values. Throws 403, 400 or 409. */
  beforeWrite?(context: WriteContext, write: Write<D>): Promise<RecordValues>
  /** Reads a patch as a correction of a decided record; null if it is not one. Throws 403, 409 or 400. */
  readCorrection?(context: WriteContext, before: RecordOf<D>, body: RecordValues): Correction | null
  /** Checks that a deleted record can be restored. Throws 403 or 409. */
  beforeRestore?(context: WriteContext, before: RecordOf<D>): void
  /** Follow-up changes of a restore, in the same transaction. */
  afterRestore?(context: WriteContext, before: RecordOf<D>): Promise<void>
  /** Follow-up changes of a write, in the same transaction. */
  afterWrite?(context: WriteContext, written: WriteEvent<D>): Promise<void>
}
