import { sql } from 'kysely'
import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'
import { foldedNumber } from '../compare.ts'

/** So many permits with numbers like one must have the type before it is suggested. */
const minPermits = 3
const minPart = 0.8

/** A number without its digits: `2015-000001 BP` and `2016-123456 BP` are alike. */
const shapeOf = (number: string): string => number.replaceAll(/\d+/g, '#')

const Row = z.object({ shape: z.string(), type: z.string(), count: z.number() })

/**
 * The permit type that a number has by the permits of the office at this authority with numbers like it; null
 * where they are few or of many types. Feeds do not name our types, and every permit has one.
 */
export async function suggestTypes(
  deps: DomainDeps,
  authority: string,
): Promise<(number: string) => string | null> {
  const { sql: text, parameters } =
    sql`select regexp_replace(${foldedNumber}, '[0-9]+', '#', 'g') as shape, p.permit_type as type, count(*) as count
      from permits p where p.authority_pid = ${authority} and coalesce(trim(p.authority_number), '') <> '' and p.deleted_at is null
        and p.permit_type is not null group by 1, 2 order by 3 desc, 2`.compile(deps.database.kysely)
  const rows = await deps.database.slowQuery(text, parameters, Row)
  return (number) => {
    const alike = rows.filter(({ shape }) => shape === shapeOf(number))
    const all = alike.reduce((sum, { count }) => sum + count, 0)
    const [first] = alike
    return first !== undefined && first.count >= minPermits && first.count >= all * minPart
      ? first.type
      : null
  }
}
