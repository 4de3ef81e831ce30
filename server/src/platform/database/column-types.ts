import type { ColumnType } from 'kysely'

/** A timestamp: read as Date, written as Date or ISO text. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>
/** A timestamp with a database default. */
export type GeneratedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>
export type NullableTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>
/**
 * A jsonb column: read as parsed JSON, written as JSON text, because the driver writes a JavaScript array as
 * a PostgreSQL array.
 */
export type Json = ColumnType<unknown, string, string>
