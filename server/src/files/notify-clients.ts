import { collections } from '@portal/contract'
import type { Actor, FileRoot, TableName } from '@portal/contract'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { alertTexts } from '#domain/notifications/alert-texts.ts'
import { alertPeople } from '#domain/notifications/personal-alerts.ts'
import type { FileDeps } from './deps.ts'
import { canSeeFile, rootAccessError } from './file-access.ts'
import type { PathEntry } from './files.queries.ts'

/** Pages where clients find the files of a record. */
const pages: Partial<Record<TableName, string>> = {
  permits: '/permits/processing',
  tasks: '/ctasks',
  payments: '/payments',
  rts: '/ready_to_submits',
  notifications: '/notifications',
}

/** A file or folder that was shown to clients. */
export interface SharedFile {
  root: FileRoot
  /** The path from the top of its root down to the file, in its current state. */
  folderPath: readonly PathEntry[]
}

/**
 * The organization whose people may see it: in `uploads` that of the file, else that of the record, or null.
 */
async function orgOf({ database }: FileDeps, root: FileRoot, file: PathEntry): Promise<string | null> {
  if (root.kind === 'uploads') return file.org
  if (root.kind !== 'record') return null
  const { table, fields } = collections[root.collection]
  if (table === 'orgs') return root.pid
  if (table === 'users' || table === 'alerts' || !Object.hasOwn(fields, 'org')) return null
  const { rows } = await sql<{
    org: string | null
  }>`select org from ${sql.table(table)} where pid = ${root.pid}`.execute(database.kysely)
  return rows[0]?.org ?? null
}

/**
 * Link for clients to a file in its folder; without a file, to the folder. Null when clients have no such
 * page.
 */
function linkTo(root: FileRoot, folder: string | null, file: string | null): string | null {
  const search = new URLSearchParams()
  if (root.kind === 'record') search.set('tab', 'Files')
  if (folder !== null) search.set('folder', folder)
  if (file !== null) search.set('file', file)
  if (root.kind === 'uploads') return `/upload_documents?${search.toString()}`
  const page = root.kind === 'record' ? pages[collections[root.collection].table] : undefined
  return page === undefined || root.kind !== 'record' ? null : `${page}/${root.pid}?${search.toString()}`
}

/**
 * The client's people who can open a file or folder once it is shown to clients. Nobody when its record is
 * closed to them or a folder above it is internal. Call it before the transaction of the change: it uses its
 * own connection.
 */
export async function findReaders(deps: FileDeps, { root, folderPath }: SharedFile): Promise<string[]> {
  const file = folderPath.at(-1)
  const org = file === undefined ? null : await orgOf(deps, root, file)
  if (org === null) return []
  const { rows } = await sql<{ pid: string }>`select pid from users
    where org = ${org} and lower(role) = 'client' and status = 'ACTIVE' and deleted_at is null order by pid`.execute(
    deps.database.kysely,
  )
  const readers: string[] = []
  for (const { pid } of rows) {
    const reader: Actor = { pid, role: 'client', org }
    const isOpen =
      folderPath.every((step) => canSeeFile(reader, root, step)) &&
      (await rootAccessError(deps.database, reader, root)) === null
    if (isOpen) readers.push(pid)
  }
  return readers
}

/** Alerts these people to a file or folder shown to them, in the transaction that shows it. */
export async function notifyReaders(
  deps: FileDeps,
  trx: Transaction<Tables>,
  { root, folderPath }: SharedFile,
  readers: readonly string[],
): Promise<void> {
  const file = folderPath.at(-1)
  if (file === undefined || readers.length === 0) return
  const link =
    file.mimeType === 'folder' ? linkTo(root, file.pid, null) : linkTo(root, file.parentPid, file.pid)
  await alertPeople({ deps, trx, now: deps.clock.now() }, readers, {
    rule: 'file-shared',
    severity: 'INFO',
    words: (language) => {
      const say = alertTexts(language)
      const message = say(file.mimeType === 'folder' ? 'sharedFolder' : 'sharedFile', { name: file.name })
      return { title: say('sharedWithYou', { name: file.name }), message }
    },
    ...(link !== null && { link }),
  })
}

const addedRule = 'file-added'

/** The readers with an unread alert about new files in the linked folder. */
async function alreadyTold(
  trx: Transaction<Tables>,
  link: string,
  readers: readonly string[],
): Promise<Set<string>> {
  // Uploads into a folder finish in parallel: one of them writes the alert, the others find it.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${addedRule} ${link}`}, 0))`.execute(trx)
  const { rows } = await sql<{ user: string }>`select "user" from alerts
    where "user" = any(${[...readers]}::text[]) and rule = ${addedRule} and link = ${link} and is_read is not true and deleted_at is null`.execute(
    trx,
  )
  return new Set(rows.map(({ user }) => user))
}

/**
 * Alerts these people to a file the office uploaded, in the transaction that finishes the upload. Many files
 * in one folder are one alert, until it is read.
 */
export async function notifyOfUpload(
  deps: FileDeps,
  trx: Transaction<Tables>,
  { root, folderPath }: SharedFile,
  readers: readonly string[],
): Promise<void> {
  const [file, folder] = [folderPath.at(-1), folderPath.at(-2)]
  if (file === undefined || readers.length === 0) return
  const link = linkTo(root, file.parentPid, null)
  if (link === null) return
  const told = await alreadyTold(trx, link, readers)
  const others = readers.filter((reader) => !told.has(reader))
  if (others.length === 0) return
  await alertPeople({ deps, trx, now: deps.clock.now() }, others, {
    rule: addedRule,
    severity: 'INFO',
    words: (language) => {
      const say = alertTexts(language)
      const title = folder === undefined ? say('newFiles') : say('newFilesIn', { folder: folder.name })
      return { title, message: say('uploaded', { name: file.name }) }
    },
    link,
  })
}
