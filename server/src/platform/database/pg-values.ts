import pg from 'pg'

const { builtins } = pg.types
const dateListOid = 1182
const bigintListOid = 1016

function toSafeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is too large for a number`)
  return value
}

/** Parses PostgreSQL's text of a list without quotes or nulls, such as `{1,2}`. */
function toList<Value>(text: string, read: (part: string) => Value): Value[] {
  const inner = text.slice(1, -1)
  return inner === '' ? [] : inner.split(',').map(read)
}

const readers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: toSafeNumber,
  [bigintListOid]: (text) => toList(text, toSafeNumber),
  // A date has no time zone. The driver's Date could shift it to another day.
  [builtins.DATE]: (text) => text,
  [dateListOid]: (text) => toList(text, (day) => day),
}

function readerOf(oid: number, format: 'text' | 'binary' | undefined): unknown {
  return (format === 'binary' ? undefined : readers[oid]) ?? pg.types.getTypeParser(oid, format ?? 'text')
}

/** Converts values of the database to values of the program; see `Database`. */
export const valueTypes: pg.CustomTypesConfig = { getTypeParser: readerOf }
