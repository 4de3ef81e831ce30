import {
  BoardQuery,
  boardCards,
  cardFields,
  fieldFinder,
  parseFilter,
  refusalOf,
  visibleFields,
  permitStatus,
} from '@portal/contract'
import type { Actor, Declaration, StatusMap } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { parseGroupsQuery } from '#engine/groups/groups-query.ts'
import { readGroups } from '#engine/groups/group-records.ts'
import { offsetPageSql } from '#engine/sql/page-sql.ts'
import { read } from '#engine/query/reading.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { rowOrder } from '#engine/sql/sort-sql.ts'

const Column = z.object({ status: z.string(), lines: z.string() })
const Key = z.object({ status: z.string() })

/**
 * The statuses on a board of this collection, in the order of the status map. Drafts are visible only to
 * clients, so staff have no column for them.
 */
function statusesOf({ statuses }: StatusMap, declaration: Declaration, actor: Actor): string[] {
  const { bucket } = declaration.projection ?? {}
  return statuses
    .filter(
      (status) => status.bucket === bucket && (status.key !== permitStatus.DRAFT || actor.role === 'client'),
    )
    .map(({ key }) => key)
}

/**
 * `GET /permits/board`, `GET /processed/board`: every status with its exact count and the cards that have
 * been in it longest, as JSON text. Counts use the table of totals if it has all fields of the filter; the
 * cards of all columns are one query. Throws 403, 400 listing what is wrong in the query.
 */
export async function readBoard(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  query: unknown,
): Promise<string> {
  const parsed = BoardQuery.safeParse(query ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'query')
  const { cards = boardCards.usual, ...asked } = parsed.data
  const wanted = await parseGroupsQuery(deps, actor, declaration, { ...asked, groupBy: 'status' })
  const find = fieldFinder(declaration, actor)
  const visible = new Set(visibleFields(declaration, actor).map(([name]) => name))
  const fields = cardFields.filter((name) => visible.has(name))
  const statuses = statusesOf(deps.statusMap.current, declaration, actor)
  const columns = statuses.map((status) => {
    const rows = wanted.rows.narrow(parseFilter({ status }, find))
    const order = rowOrder(rows, [{ field: 'statusChangedAt', descending: false }], find)
    return sql`select ${status}::text as status, (select coalesce(string_agg(p.line, ','), '') from (${offsetPageSql(rows, order, { offset: 0, limit: cards }, fields)}) p) as lines`
  })
  const [groups, shown] = await Promise.all([
    readGroups(deps, actor, wanted),
    read(deps, sql`${sql.join(columns, sql` union all `)}`, Column, 'slow'),
  ])
  const counts = new Map(groups.map(({ key, count }) => [Key.parse(key).status, count]))
  const lines = new Map(shown.map((column) => [column.status, column.lines]))
  const json = statuses.map(
    (status) =>
      `{"status":"${status}","count":${counts.get(status) ?? 0},"cards":[${lines.get(status) ?? ''}]}`,
  )
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return `{"columns":[${json.join(',')}],"metadata":{"count":${total}}}`
}
