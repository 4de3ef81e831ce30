import { recordRoot } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { insertHistorySql } from '#platform/database/insert-history.ts'
import { findFreeName } from '#domain/documents/free-name.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { run } from '#engine/write/writing.ts'
import { batchSize, remember } from './moved-records.ts'
import type { Move, RememberedRow } from './moved-records.ts'

const kind = 'files'
const rootOf = (org: string) => recordRoot('orgs', org)

/** A file or folder of an organization: below its record, or among the uploads that its people see. */
const FileRow = z.object({
  pid: z.string(),
  root: z.string(),
  parent: z.string().nullable(),
  org: z.string().nullable(),
  name: z.string(),
  isFolder: z.boolean(),
  isTaken: z.boolean(),
})
type FileRow = z.infer<typeof FileRow>

/** The files `f` of an organization. */
export function filesOfOrganizationSql(org: string): RawBuilder<unknown> {
  return sql`(f.root = ${rootOf(org)} or (f.root = 'uploads' and f.org = ${org}))`
}

const rootAfter = ({ root }: FileRow, { from, to }: Move) => (root === rootOf(from) ? rootOf(to) : root)
const orgAfter = ({ org }: FileRow, { from, to }: Move) => (org === from ? to : org)

/**
 * Rows of files, with whether their name is taken where they move. `parent` is the folder they are in after
 * the move.
 */
function rowsSql(
  { from, to }: Move,
  which: RawBuilder<unknown>,
  parent: RawBuilder<unknown> = sql`f.parent_pid`,
): RawBuilder<unknown> {
  return sql`select f.pid, f.root, p.pid as parent, f.org, f.name, f.mime_type = 'folder' as "isFolder",
      f.deleted_at is null and exists (select 1 from files g where g.deleted_at is null and g.pid <> f.pid
        and g.root = case when f.root = ${rootOf(from)} then ${rootOf(to)} else f.root end
        and coalesce(g.parent_pid, '') = coalesce(p.pid, '') and lower(g.name) = lower(f.name)
        and coalesce(g.org, '') = coalesce(case when f.org = ${from} then ${to} else f.org end, '')) as "isTaken"
    from files f cross join lateral (select ${parent} as pid) p
    where ${which} and ${filesOfOrganizationSql(from)} order by f.seq limit ${batchSize}::bigint for update of f`
}

interface NamedFile extends FileRow {
  nameAfter: string
}

/** Writes the move of files, and the events for the pages that show their folders. */
async function write(context: WriteContext, move: Move, rows: readonly NamedFile[]): Promise<void> {
  const { deps, trx, actor, now } = context
  const moved = rows.map((row) => ({
    pid: row.pid,
    root: rootAfter(row, move),
    org: orgAfter(row, move),
    name: row.nameAfter,
    parent: row.parent,
    changes: [
      ...(row.parent === null ? [{ field: 'parentId', from: row.root, to: rootAfter(row, move) }] : []),
      ...(row.org === move.from ? [{ field: 'org', from: row.org, to: orgAfter(row, move) }] : []),
      ...(row.name === row.nameAfter ? [] : [{ field: 'name', from: row.name, to: row.nameAfter }]),
    ],
  }))
  const entries = insertHistorySql({
    at: now,
    collection: kind,
    pid: sql.raw('moved.pid'),
    action: 'update',
    version: sql.raw('moved.version'),
    actor: actor.pid,
    changes: sql.raw('moved.changes'),
    job: move.merge,
    from: sql`from moved where jsonb_array_length(moved.changes) > 0 and moved.deleted_at is null`,
  })
  await run(
    deps.database,
    trx,
    sql`with asked as (select * from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as a(pid text, root text, org text, name text, parent text, changes jsonb)),
      moved as (update files f set root = asked.root, org = asked.org, name = asked.name, parent_pid = asked.parent, version = f.version + 1
        from asked where f.pid = asked.pid returning f.pid, f.version, f.deleted_at, asked.changes)
      ${entries}`,
  )
}

/** Moves locked files. Those with a name that is taken, or with a wish, get the first free name. */
async function moveRows(
  context: WriteContext,
  rows: readonly (FileRow & { wish?: string })[],
  move: Move,
): Promise<void> {
  const { deps, trx } = context
  const seeks = ({ isTaken, wish }: { isTaken: boolean; wish?: string }) => isTaken || wish !== undefined
  const done: NamedFile[] = rows.filter((row) => !seeks(row)).map((row) => ({ ...row, nameAfter: row.name }))
  if (done.length > 0) await write(context, move, done)
  for (const row of rows.filter(seeks)) {
    const place = { root: rootAfter(row, move), folder: row.parent, org: orgAfter(row, move) }
    const wanted = { pid: row.pid, name: row.wish ?? row.name, isFolder: row.isFolder }
    const renamed = { ...row, nameAfter: await findFreeName(deps.database, trx, place, wanted) }
    await write(context, move, [renamed])
    done.push(renamed)
  }
  if (!move.isRemembered) return
  await remember(
    context,
    move.merge,
    done.map(({ pid, name, nameAfter }) => ({
      kind,
      pid,
      changes: [{ field: 'name', from: name, to: nameAfter }],
    })),
  )
}

/** Moves the next batch of files and folders. */
export async function moveFiles(context: WriteContext, move: Move): Promise<number> {
  const { deps, trx } = context
  const rows = await run(deps.database, trx, rowsSql(move, sql`true`), FileRow)
  if (rows.length > 0) await moveRows(context, rows, move)
  return rows.length
}

/** Moves remembered files back that are still there. Those in a folder that stays go to the top. */
export async function returnFiles(
  context: WriteContext,
  remembered: readonly RememberedRow[],
  move: Move,
): Promise<void> {
  const { deps, trx } = context
  const pids = remembered.map(({ pid }) => pid)
  const parent = sql`case when f.root <> ${rootOf(move.from)} or exists (select 1 from organization_merge_moves m
    where m.merge = ${move.merge} and m.kind = ${kind} and m.pid = f.parent_pid) then f.parent_pid end`
  const rows = await run(
    deps.database,
    trx,
    rowsSql(move, sql`f.pid = any(${pids}::text[])`, parent),
    FileRow,
  )
  const names = new Map(
    remembered.map(({ pid, changes }) => [pid, changes.find(({ field }) => field === 'name')]),
  )
  const wished = rows.map((row) => {
    const given = names.get(row.pid)
    // A name that the merge gave is taken back.
    return given !== undefined && given.from !== given.to && given.to === row.name
      ? { ...row, wish: String(given.from) }
      : row
  })
  if (wished.length > 0) await moveRows(context, wished, move)
}

/** Moves what was added since to folders that moved back. Returns how many. */
export async function returnContents(context: WriteContext, move: Move): Promise<number> {
  const { deps, trx } = context
  const within = sql`f.parent_pid in (select p.pid from files p where p.root = ${rootOf(move.to)})`
  const rows = await run(deps.database, trx, rowsSql(move, within), FileRow)
  if (rows.length > 0) await moveRows(context, rows, move)
  return rows.length
}
