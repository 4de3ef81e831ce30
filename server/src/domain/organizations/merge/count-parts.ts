import { mergeParts } from '@portal/contract'
import type { MergePart, MergePreview } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import type { WriteContext } from '#engine/write/write-context.ts'
import { run } from '#engine/write/writing.ts'
import { filesOfOrganizationSql } from './moved-files.ts'
import { referringSql, referringTables } from './moved-records.ts'

const records: Readonly<Partial<Record<MergePart, string>>> = {
  permits: 'permits',
  packages: 'rts',
  payments: 'payments',
  tasks: 'tasks',
  users: 'users',
  contacts: 'contacts',
  notifications: 'notifications',
}

function countSql(part: MergePart, org: string, isWhole: boolean): RawBuilder<unknown> {
  const alive = (alias: string) => (isWhole ? sql`true` : sql.raw(`${alias}.deleted_at is null`))
  const of = referringTables.find(({ table }) => table === records[part])
  if (of !== undefined)
    return sql`select count(*) from ${sql.table(of.table)} t where ${alive('t')} and ${referringSql(of.fields, org)}`
  if (part === 'conditions') return sql`select count(*) from conditions c where c.org = ${org}`
  if (part === 'mailLinks')
    return sql`select count(*) from mail_links l where l.collection = 'orgs' and l.pid = ${org}`
  const isFolder = sql`f.mime_type = 'folder'`
  return sql`select count(*) from files f where ${alive('f')} and ${part === 'folders' ? isFolder : sql`not (${isFolder})`}
    and ${filesOfOrganizationSql(org)}`
}

/** How much of each part an organization has; as a whole with what is deleted, which moves too. */
export async function countParts(
  { deps, trx }: WriteContext,
  org: string,
  isWhole = false,
): Promise<MergePreview['moves']> {
  const each = mergeParts.map(
    (part) => sql`select ${part}::text as part, (${countSql(part, org, isWhole)}) as count`,
  )
  const rows = await run(
    deps.database,
    trx,
    sql.join(each, sql` union all `),
    z.object({ part: z.enum(mergeParts), count: z.number() }),
  )
  return mergeParts.map((part) => ({ part, count: rows.find((row) => row.part === part)?.count ?? 0 }))
}
