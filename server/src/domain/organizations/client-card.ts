import {
  ClientCard,
  ClientFile,
  Refusal,
  clientCardFields,
  collections,
  filesOnCard,
  opensClientCards,
} from '@portal/contract'
import type { Actor } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { instantSql, wireFieldSql } from '#engine/sql/field-sql.ts'
import { isPlausiblePid, noSuchRecord } from '#engine/query/get-record.ts'
import { read, todayOf } from '#engine/query/reading.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { readableRowsOf } from '#engine/query/visibility.ts'

const Row = ClientCard.omit({ files: true, accountManager: true }).extend({
  manager: z.string().nullable(),
  managerName: z.string().nullable(),
})

const FileRow = ClientFile.omit({ permit: true }).extend({ permit: z.string(), permitTitle: z.string() })

/** The newest files of the client's permits that the actor may open. */
async function newestFiles(deps: RecordDeps, actor: Actor, org: string): Promise<ClientFile[]> {
  const permits = ([collections.permits, collections.processed] as const).flatMap((declaration) => {
    const rows = readableRowsOf(declaration, actor, todayOf(deps, actor))
    return rows === null
      ? []
      : [sql`(select t.pid, t.title ${rows.narrow({ kind: 'and', nodes: [] }, sql`t.org = ${org}`).from()})`]
  })
  if (permits.length === 0) return []
  const rows = await read(
    deps,
    sql`select f.pid, f.name, f.size::float8 as size, ${sql.raw(instantSql('f.updated_at'))} as "updatedAt", p.pid as permit, p.title as "permitTitle"
      from (${sql.join(permits, sql` union all `)}) p join files f on f.root = 'permits/' || p.pid
      where f.status = 'done' and f.mime_type <> 'folder' and f.deleted_at is null
      order by f.updated_at desc, f.pid limit ${filesOnCard}::bigint`,
    FileRow,
  )
  return rows.map(({ permit, permitTitle, ...file }) => ({
    ...file,
    permit: { pid: permit, title: permitTitle },
  }))
}

/**
 * `GET /clients/{pid}`. A merged organization leads to the one it was merged into. Throws 403 if the actor is
 * not staff, 404 if there is no such organization.
 */
export async function getClientCard(deps: RecordDeps, actor: Actor, pid: string): Promise<ClientCard> {
  const { orgs } = collections
  if (!opensClientCards(actor)) throw new Refusal('forbidden', 'You don’t have access to clients.')
  if (!isPlausiblePid(pid)) throw noSuchRecord(orgs, pid)
  const pairs = clientCardFields.map((name) => `'${name}', ${wireFieldSql(orgs, name, false)}`).join(', ')
  const [row] = await read(
    deps,
    sql`select t.pid, t.legal_name as title, json_strip_nulls(json_build_object(${sql.raw(pairs)})) as fields, u.pid as manager, u.name as "managerName",
        ${sql.raw(wireFieldSql(orgs, 'openPermits', false))}::int as "openPermits"
      from orgs t left join users u on u.pid = t.account_manager and u.deleted_at is null
      where t.pid = coalesce((select m.merged_into from orgs m where m.pid = ${pid} and m.deleted_at is null), ${pid}) and t.deleted_at is null`,
    Row,
  )
  if (row === undefined) throw noSuchRecord(orgs, pid)
  const { manager, managerName, ...card } = row
  const accountManager = manager === null ? null : { pid: manager, title: managerName ?? '' }
  return { ...card, accountManager, files: await newestFiles(deps, actor, card.pid) }
}
