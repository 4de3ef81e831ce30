import { recordNumber } from '@portal/contract'
import type { Database } from '#platform/database/database.ts'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#platform/database/tables.ts'

const takeText = `insert into number_sequences (prefix, year, last) values ($1, $2, $3::bigint)
  on conflict (prefix, year) do update set last = number_sequences.last + excluded.last returning last`

/**
 * Takes the next `count` numbers of a prefix and year, such as PM-2026-000123. A number is never reused.
 * Writers of the same prefix wait for each other until commit, so take numbers last in a transaction.
 */
export async function reserveNumbers(
  database: Database,
  trx: Transaction<Tables>,
  prefix: string,
  year: number,
  count: number,
): Promise<string[]> {
  const [row] = await database.queryIn(trx, takeText, [prefix, year, count], z.object({ last: z.number() }))
  const last = row?.last ?? count
  return Array.from({ length: count }, (_, place) => recordNumber(prefix, year, last - count + 1 + place))
}
