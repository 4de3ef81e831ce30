import type pg from 'pg'
import type { z } from 'zod'
import { parseRows } from '#platform/database/parse-rows.ts'

/** Runs a statement on a connection of its own and checks its rows by a schema. */
export async function queryRows<Row>(
  client: pg.Client,
  text: string,
  row: z.ZodType<Row>,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return parseRows(row, (await client.query(text, [...values])).rows)
}
