import type { z } from 'zod'

/**
 * Checks the rows of a query by a schema. Throws if the database answers other than the statement promises.
 */
export function parseRows<Row>(row: z.ZodType<Row>, rows: readonly unknown[]): Row[] {
  return rows.map((each) => row.parse(each))
}
