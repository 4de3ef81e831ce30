import { DeletedRecordsQuery, refusalOf, restorableUntil } from '@portal/contract'
import type { Actor, Declaration, DeletedRecords, DeletedSort } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { textOrderSql } from '#platform/database/fold-text.ts'
import { peopleTable } from '../modules/collection-module.ts'
import { quotedColumn } from '../sql/columns.ts'
import { titleSql } from '../sql/field-sql.ts'
import { read, todayOf } from '../query/reading.ts'
import type { RecordDeps } from '../query/reading.ts'
import { applySearch } from '../search/apply-search.ts'
import { listableRows, scopedRows } from '../query/visibility.ts'

const DeletedRow = z.object({
  pid: z.string(),
  number: z.string().nullable(),
  title: z.string().nullable(),
  client: z.string().nullable(),
  deleted_at: z.date(),
  deleter_pid: z.string().nullable(),
  deleter_name: z.string().nullable(),
})
type DeletedRow = z.infer<typeof DeletedRow>

/** SQL of a sort order; `nameSql` is the name of the deleted record `t`, `u` the person who deleted it. */
export function deletedOrderSql(sort: DeletedSort, nameSql: string): string {
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const keys = {
    deletedAt: 't.deleted_at',
    name: textOrderSql(nameSql),
    deletedBy: textOrderSql('u.name'),
  } as const
  const key =
    keys[
      sort === 'deletedAt' || sort === '-deletedAt'
        ? 'deletedAt'
        : sort === 'name' || sort === '-name'
          ? 'name'
          : 'deletedBy'
    ]
  return `${key} ${direction} nulls last, t.seq ${direction}`
}

/** Title, number and client of a row `t` of the declaration's table. */
function namesOf({ table, numberField, titleField, fields }: Declaration) {
  const title = titleSql(table).replaceAll(/\br\./g, 't.')
  const number =
    numberField === null || numberField === titleField ? 'null::text' : `t.${quotedColumn(numberField)}`
  const client =
    fields['org']?.to === undefined
      ? 'null::text'
      : `(select ${titleSql(fields['org'].to)} from ${fields['org'].to} r where r.pid = t.org)`
  return { title, number, client }
}

/**
 * `GET /{collection}/deleted`: deleted records that can still be restored, with who deleted them and when. Throws 403 unless the actor is an administrator, 400 listing what is wrong in the query.
 */
export async function listDeleted(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  query: unknown,
): Promise<DeletedRecords> {
  const today = todayOf(deps, actor)
  listableRows(declaration, actor, { today, deleted: true })
  const parsed = DeletedRecordsQuery.safeParse(query ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'query')
  const { searchToken, sort = '-deletedAt', page = 1, pageSize = declaration.pageSize, scope } = parsed.data
  // Throws for a scope that the collection does not have.
  scopedRows(declaration, actor, today, scope)
  const all = listableRows(declaration, actor, { today, deleted: true, everyProjection: scope === 'all' })
  const rows = await applySearch(deps, all, searchToken)
  const { title, number, client } = namesOf(declaration)
  const found = read(
    deps,
    sql`select t.pid, ${sql.raw(number)} as number, ${sql.raw(title)} as title, ${sql.raw(client)} as client, t.deleted_at,
        u.pid as deleter_pid, u.name as deleter_name
      ${rows.from(sql`left join ${sql.table(peopleTable())} u on u.pid = t.deleted_by`)}
      order by ${sql.raw(deletedOrderSql(sort, title))} limit ${pageSize}::bigint offset ${(page - 1) * pageSize}::bigint`,
    DeletedRow,
    'slow',
  )
  const counted = read(
    deps,
    sql`select count(*)::int as count ${rows.from()}`,
    z.object({ count: z.number() }),
    'slow',
  )
  const [list, [total]] = await Promise.all([found, counted])
  return { deleted: list.map(toDeleted), metadata: { count: total?.count ?? 0, page, pageSize } }
}

function toDeleted(row: DeletedRow): DeletedRecords['deleted'][number] {
  const { pid, number, title, client, deleted_at: deletedAt, deleter_pid: deleter, deleter_name: name } = row
  return {
    pid,
    number: number === title ? null : number,
    title: title ?? number ?? pid,
    client,
    deletedAt: deletedAt.toISOString(),
    deletedBy: deleter === null ? null : { pid: deleter, title: name ?? deleter },
    restorableUntil: restorableUntil(deletedAt).toISOString(),
  }
}
