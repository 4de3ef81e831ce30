import type {
  Actor,
  CollectionName,
  CoveredFee,
  Declaration,
  Field,
  LocalDate,
  RecordOf,
  SignOffAction,
  TableName,
  tables,
} from '@portal/contract'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import type { RecordDeps } from '../query/reading.ts'

/** The context of a write to a table, as the rules see it. */
export interface WriteContext<Table extends TableName = TableName> {
  deps: RecordDeps
  trx: Transaction<Tables>
  actor: Actor
  /** The declaration of the record's projection. */
  declaration: Declaration<Record<string, Field>, Table>
  now: Date
  today: LocalDate
  /** Query results shared by many records of one transaction that does not change them. */
  memo?: Map<string, Promise<unknown[]>>
  /**
   * Part of an import or a bulk change: staff who are assigned work are notified once at its end, or not at
   * all.
   */
  isMany?: boolean
  /** Transitions of this transaction; notifications about them are sent at its end. */
  steps?: TransitionResult[]
  /** Fees that were covered in this transaction. */
  covered?: FeesCovered[]
  /** Package sign-offs of this transaction; notifications about them are sent at its end. */
  signedOff?: SignOffEvent[]
}

/** A locked record of one table. */
export interface LockedRecordOf<Table extends TableName> {
  table: Table
  pid: string
  /** Its values when it was locked. */
  before: RecordOf<(typeof tables)[Table]>
  version: number
  /** The context of the write, with the declaration of this record. */
  context: WriteContext<Table>
}

/**
 * A locked record with its write context. `LockedRecord<'permits'>` is a permit; without a table, it is the
 * union of all tables, told apart by `table`.
 */
export type LockedRecord<Table extends TableName = TableName> = {
  [Each in Table]: LockedRecordOf<Each>
}[Table]

/** A sign-off act on a package, or an approval that lapsed because the package changed. */
export interface SignOffEvent {
  pid: string
  act: SignOffAction | 'LAPSED'
}

/** The fees that one allocation of a payment covers, in order. */
export interface FeesCovered {
  payment: string
  permit: string
  fees: CoveredFee[]
}

/** A completed transition of a record. */
export interface TransitionResult {
  collection: CollectionName
  pid: string
  to: string
}

type StoredRow = Readonly<Record<string, unknown>> & { version: number }

/** A record the actor may see, for requests about its notes, history and related records. */
export interface OpenRecord {
  /** The declaration of the record's projection. */
  declaration: Declaration
  pid: string
  version: number
  row: StoredRow
}
