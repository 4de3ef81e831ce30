import {
  collectionNames,
  collections,
  foldText,
  isAdministrator,
  isStaff,
  maxFoundFiles,
  parseFileRoot,
  readOneScope,
  recordRoot,
  tables,
} from '@portal/contract'
import type { Actor, CollectionName, FoundFile, FoundFiles, TableName } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { folded } from '#platform/database/fold-text.ts'
import { quotedColumn } from '#engine/sql/columns.ts'
import { escapeLike } from '#engine/sql/filter-sql.ts'
import { namedRecords } from '#engine/query/named-records.ts'
import type { NamedRecord } from '#engine/query/named-records.ts'
import { read, todayOf } from '#engine/query/reading.ts'
import { readableRows } from '#engine/query/visibility.ts'
import type { FileDeps } from './deps.ts'
import { clientOrgOf, canSeeFile, openFolder } from './file-access.ts'
import { findRecords, listPaths } from './files.queries.ts'
import type { PathEntry } from './files.queries.ts'
import { auditReading } from './read-audit.ts'

/** Words beyond this number are ignored. */
const maxWords = 12
/** Candidates read beyond the answer, since some may be hidden from a client by a folder above. */
const maxCandidates = 4 * maxFoundFiles

type Condition = RawBuilder<unknown>

/** Condition that a text contains every word. */
function holdsSql(text: Condition, words: readonly string[]): Condition {
  const patterns = words.map((word) => `%${escapeLike(word)}%`)
  return sql`${folded(text)} like all(${patterns}::text[])`
}

/** Finished files that are not deleted and not hidden from the actor. */
export function listedSql(actor: Actor): Condition {
  const listed = sql`f.deleted_at is null and f.status = 'done'`
  return clientOrgOf(actor) === null ? listed : sql`${listed} and f.visibility = 'CLIENT'`
}

/** Files of the shared roots that are open to the actor; those in `uploads` also match by their client. */
function sharedSql(actor: Actor, words: readonly string[]): Condition {
  const roots = [
    'uploads',
    ...(isStaff(actor.role) ? ['team'] : []),
    ...(isAdministrator(actor.role) ? ['restricted'] : []),
  ]
  const clientOrg = clientOrgOf(actor)
  const own = clientOrg === null ? sql`true` : sql`f.org = ${clientOrg}`
  return sql`select f.pid, f.name from files f left join orgs o on o.pid = f.org
    where f.root = any(${roots}::text[]) and ${own} and ${listedSql(actor)} and ${holdsSql(sql`concat_ws(' ', f.name, o.legal_name)`, words)}`
}

/**
 * Files of the records of a table that the actor may open; they also match by number, title and client of the
 * record. Null when the table is closed to the actor.
 */
function recordsSql(
  deps: FileDeps,
  actor: Actor,
  table: TableName,
  words: readonly string[],
): Condition | null {
  const names: readonly CollectionName[] = collectionNames.filter((name) => collections[name].table === table)
  const open = names.find((name) => readOneScope(collections[name], actor) !== 'closed')
  if (open === undefined) return null
  const { numberField, titleField, fields } = collections[open]
  const columns = [...new Set([numberField, titleField])].flatMap((name) =>
    name === null ? [] : [sql.raw(`t.${quotedColumn(name)}`)],
  )
  const client = Object.hasOwn(fields, 'org')
    ? [sql`(select o.legal_name from orgs o where o.pid = t.org)`]
    : []
  const text = sql`concat_ws(' ', f.name, ${sql.join([...columns, ...client])})`
  const rows = readableRows(collections[open], actor, todayOf(deps, actor))
  const found = rows.narrow({ kind: 'and', nodes: [] }, listedSql(actor), holdsSql(text, words))
  return sql`select f.pid, f.name ${found.from(sql`join files f on f.root = ${recordRoot(table, '')} || t.pid`)}`
}

/** Condition for files in that folder at any depth; null is the whole root. */
async function withinSql(deps: FileDeps, actor: Actor, parentId: string): Promise<Condition> {
  const { root, pid } = await openFolder(deps.database, actor, parentId)
  if (pid === null) return sql`f.root = ${root.name}`
  return sql`f.pid in (with recursive below as (
    select c.pid from files c where c.parent_pid = ${pid} union all select c.pid from files c join below b on c.parent_pid = b.pid) select pid from below)`
}

function tableNames(): TableName[] {
  return [...new Set(collectionNames.map((name) => collections[name].table))].filter((table) =>
    Object.hasOwn(tables, table),
  )
}

/** Whether every step of a path is open to the actor. */
export function isOpen(actor: Actor, folderPath: readonly PathEntry[]): boolean {
  const root = parseFileRoot(folderPath[0]?.root ?? '')
  return root !== null && folderPath.every((step) => !step.isDeleted && canSeeFile(actor, root, step))
}

/** The records these files belong to, by the name of their root. */
export async function recordsOf(
  deps: FileDeps,
  actor: Actor,
  roots: readonly string[],
): Promise<Map<string, NamedRecord>> {
  const asked = [...new Set(roots)].flatMap((name) => {
    const root = parseFileRoot(name)
    return root?.kind === 'record' ? [root] : []
  })
  const named = new Map<string, NamedRecord>()
  for (const [collection, some] of Map.groupBy(asked, (root) => root.collection)) {
    const records = await namedRecords(
      deps,
      actor,
      collection,
      some.map(({ pid }) => pid),
    )
    for (const root of some) {
      const record = records.get(root.pid)
      if (record !== undefined) named.set(root.name, record)
    }
  }
  return named
}

/**
 * `GET /api/files/search`: files and folders that match words of their name, their client, or their record,
 * ordered by name. The row rule is that of the lists: every folder above a result must be open to the actor.
 * Names found in the restricted folder are recorded as read.
 */
export async function searchFiles(
  deps: FileDeps,
  actor: Actor,
  { searchToken, parentId }: { searchToken: string; parentId?: string },
): Promise<FoundFiles> {
  const { database } = deps
  const words = [...new Set(foldText(searchToken.toWellFormed().replaceAll('\u0000', '')).split(/\s+/))]
    .filter(Boolean)
    .slice(0, maxWords)
  const within = parentId === undefined ? sql`true` : await withinSql(deps, actor, parentId)
  const parts = [
    sharedSql(actor, words),
    ...tableNames().flatMap((table) => recordsSql(deps, actor, table, words) ?? []),
  ]
  const rows = await read(
    deps,
    sql`select x.pid from (${sql.join(parts, sql` union all `)}) x join files f on f.pid = x.pid where ${within}
      order by ${folded(sql`x.name`)} collate "C", x.pid limit ${maxCandidates}::bigint`,
    z.object({ pid: z.string() }),
    'slow',
  )
  const folderPaths = await listPaths(
    database,
    rows.map(({ pid }) => pid),
  )
  const open = rows.filter(({ pid }) => isOpen(actor, folderPaths.get(pid) ?? []))
  const shown = open.slice(0, maxFoundFiles)
  const records = await findRecords(
    database,
    shown.map(({ pid }) => pid),
  )
  const named = await recordsOf(
    deps,
    actor,
    [...records.values()].map(({ root }) => root),
  )
  const found = shown.flatMap(({ pid }): FoundFile[] => {
    const file = records.get(pid)
    const path = (folderPaths.get(pid) ?? []).slice(0, -1).map(({ pid: step, name }) => ({ pid: step, name }))
    return file === undefined ? [] : [{ ...file, path, record: named.get(file.root) ?? null }]
  })
  const restricted = found.filter(({ root }) => root === 'restricted')
  if (restricted.length > 0) {
    await auditReading(deps, actor, { kind: 'restricted', name: 'restricted' }, [
      { pid: 'restricted', action: 'list', version: 1 },
    ])
  }
  return {
    success: true,
    message: 'OK',
    found,
    isMore: open.length > maxFoundFiles || rows.length === maxCandidates,
  }
}
