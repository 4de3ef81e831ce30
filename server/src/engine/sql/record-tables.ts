import type { Generated } from 'kysely'
import type { Field, FieldType, tables } from '@portal/contract'
import type {
  GeneratedTimestamp,
  Json,
  NullableTimestamp,
  Timestamp,
} from '#platform/database/column-types.ts'

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${SnakeCase<Rest>}`
    : `_${Lowercase<First>}${SnakeCase<Rest>}`
  : Name

/** The TypeScript type of a column, by field type; see `Database` for how values are read. */
interface ColumnValue {
  text: string
  longText: string
  email: string
  phone: string
  enum: string
  ref: string
  date: string
  datetime: NullableTimestamp
  money: number
  integer: number
  decimal: number
  boolean: boolean
  list: string[]
  json: Json
}

type Stored<Fields> = {
  [Name in keyof Fields as Fields[Name] extends { computed: true } ? never : Name]: Fields[Name]
}

/** Columns that every record table has in addition to its declared fields. */
export interface CommonColumns {
  seq: Generated<number>
  pid: string
  version: Generated<number>
  created_at: GeneratedTimestamp
  created_by: string | null
  updated_at: GeneratedTimestamp
  updated_by: string | null
  deleted_at: NullableTimestamp
  deleted_by: string | null
  custom: Generated<Json>
}

type OwnColumns<Fields extends Record<string, Field>> = {
  [
    Name in keyof Stored<Fields> & string as Fields[Name] extends { column: infer Column extends string }
      ? Column
      : SnakeCase<Name>
  ]: ColumnOf<Fields[Name]['type']>
}
type ColumnOf<Type extends FieldType> = ColumnValue[Type] | null

/** Row of a record table, derived from the fields of its declaration. */
export type RecordRow<Table extends keyof typeof tables> = CommonColumns &
  OwnColumns<(typeof tables)[Table]['fields']>

export interface HistoryTable {
  id: Generated<number>
  at: GeneratedTimestamp
  /** The collection the record was in, such as `ctasks` for a client task. */
  collection: string
  pid: string
  action: string
  version: number
  actor: string | null
  /** `[{ field, from, to }]`; references by pid. */
  changes: Json
  /** The bulk or import job that wrote it. */
  job: string | null
  /**
   * The transaction that wrote it; null for entries that are older than this column or come from another
   * database.
   */
  xid: Generated<number | null>
  /** When it may go; infinity for the history of records. */
  kept_until: GeneratedTimestamp
}

export interface NoteTable {
  seq: Generated<number>
  pid: string
  collection: string
  record_pid: string
  content: string
  visibility: Generated<string>
  pinned: Generated<boolean>
  mentions: Generated<string[]>
  author: string | null
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  deleted_at: NullableTimestamp
  deleted_by: string | null
}

/** A contact on a permit, in one role. */
export interface PermitPersonTable {
  seq: Generated<number>
  pid: string
  permit: string
  contact: string
  role: string
  created_at: Timestamp
  created_by: string | null
}

export type RecordTables = { [Table in keyof typeof tables]: RecordRow<Table> } & {
  /** All of it, which the event stream reads: the history of records, and events by the month in which they end. */
  history: HistoryTable
  /** The rows of `history` that are kept for good. Records are read and written here. */
  record_history: HistoryTable
  notes: NoteTable
  permit_people: PermitPersonTable
  notification_visits: { person: string; visited_at: Timestamp }
  record_writes: { collection: string; writes: number }
  number_sequences: { prefix: string; year: number; last: number }
}
