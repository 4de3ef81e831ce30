import { allFields } from '@portal/contract'
import type { Declaration } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder, Transaction } from 'kysely'
import { z } from 'zod'
import { isTextOrdered, keyList } from '../../sql/columns.ts'
import { sortValueSql } from '../../sql/sort-sql.ts'
import type { Tables } from '#platform/database/tables.ts'
import { Bounds, comparedLetters, maxSteps, unplaced } from './places.ts'
import type { Places } from './places.ts'
import { segmentRows } from './row-set.ts'

const Offsets = z.object({ offsets: z.instanceof(Uint8Array).nullable() })
const Compared = z.object({ bounds: Bounds })

/** A value as `Bounds` have it. Digits of bytes are in the order of the letters. */
function comparedSql(value: RawBuilder<unknown>, isText: boolean): RawBuilder<unknown> {
  if (!isText) return sql`extract(epoch from ${value})`
  return sql`encode(convert_to(left(${value}, ${sql.lit(comparedLetters)}), 'UTF8'), 'hex')`
}

/** The places of the rows of one segment in the order of a stored field, read in one snapshot. */
export async function buildPlaces(
  trx: Transaction<Tables>,
  declaration: Declaration,
  name: string,
  segment: number,
): Promise<Places> {
  const declared = allFields(declaration)[name]
  if (declared === undefined) throw new Error(`${declaration.name} has no field ${name}`)
  const table = sql.table(declaration.table)
  // A stored field does not depend on the day.
  const value = sortValueSql(declaration, name, declared, sql`current_date`)
  const first = segment * segmentRows
  // Two bytes for each row, the higher one first.
  const offset = sql`substring(int4send((t.seq - ${first}::bigint)::int) from 3)`
  const found = await sql`select string_agg(${offset}, '' order by ${value}, t.seq) as offsets from ${table} t
    where t.seq >= ${first} and t.seq < ${first + segmentRows} and ${value} is not null`.execute(trx)
  const offsets = Buffer.from(Offsets.parse(found.rows[0]).offsets ?? [])
  const rows = offsets.length / 2
  const steps = new Uint16Array(segmentRows).fill(unplaced)
  /** The first row of each step, and the last row of all. */
  const edges: number[] = []
  for (let place = 0; place < rows; place += 1) {
    const at = offsets.readUInt16BE(2 * place)
    steps[at] = Math.floor((place * Math.min(rows, maxSteps)) / rows)
    if (steps[at] === edges.length) edges.push(first + at)
  }
  if (rows > 0) edges.push(first + offsets.readUInt16BE(2 * (rows - 1)))
  const bound = comparedSql(value, isTextOrdered(declared))
  const compared = await sql`select coalesce(json_agg(${bound} order by e.place), '[]') as bounds
    from unnest(${keyList(edges)}::bigint[]) with ordinality e(seq, place)
    join ${table} t on t.seq = e.seq`.execute(trx)
  return { steps, bounds: Compared.parse(compared.rows[0]).bounds }
}
