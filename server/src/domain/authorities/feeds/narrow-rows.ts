import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Values of a list call by name: a row has to have one of each. */
type Asked<Name extends string> = { readonly [Each in Name]?: readonly string[] | undefined }

/** The condition of a list call: its filter and its equalities together, by the columns of their names. */
export function narrowRows<Name extends string>(
  columns: readonly (readonly [name: Name, column: string])[],
  ...asked: readonly Asked<Name>[]
): RawBuilder<unknown> {
  const conditions = asked.flatMap((values) =>
    columns.flatMap(([name, column]) => {
      const wanted = values[name]
      return wanted === undefined ? [] : [sql`${sql.raw(column)} = any(${[...wanted]}::text[])`]
    }),
  )
  return sql.join([sql`true`, ...conditions], sql` and `)
}

/** The rows of one page. */
export const pageSql = ({ page, pageSize }: { page: number; pageSize: number }): RawBuilder<unknown> =>
  sql`limit ${pageSize}::bigint offset ${(page - 1) * pageSize}::bigint`
