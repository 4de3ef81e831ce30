import type { ColumnType } from 'kysely'

/** A moment: read as Date, written as Date or ISO text. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>
/** A moment the database fills in where none is given. */
export type GeneratedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>
export type NullableTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>
/**
 * A jsonb column: read as parsed JSON, written as JSON text, so that lists are never mistaken for PostgreSQL
 * arrays.
 */
export type Json = ColumnType<unknown, string, string>
