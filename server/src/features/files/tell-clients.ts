import { collections } from '@portal/contract'
import type { Actor, FileRoot, TableName } from '@portal/contract'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { alertPeople } from '#records/signals/personal-alerts.ts'
import type { Deps } from '../../deps.ts'
import { isTheirs, refusalOfRoot } from './file-access.ts'
import type { Step } from './files.queries.ts'

/** Pages on which clients find the files of a record. */
const pages: Partial<Record<TableName, string>> = {
  permits: '/permits/processing',
  tasks: '/ctasks',
  payments: '/payments',
  rts: '/ready_to_submits',
  notifications: '/notifications',
}

/** A file or folder that was shown to clients. */
export interface Shared {
  root: FileRoot
  /** From the top of its root down to it, as it is now. */
  way: readonly Step[]
}

/** Whose people may see it: in uploads the organization of the file, else that of the record; null for none. */
async function orgOf({ database }: Deps, root: FileRoot, file: Step): Promise<string | null> {
  if (root.kind === 'uploads') return file.org
  if (root.kind !== 'record') return null
  const { table } = collections[root.collection]
  if (table === 'orgs') return root.pid
  if (table === 'users' || table === 'alerts') return null
  const { rows } = await sql<{ org: string | null }>`select org from ${sql.table(table)} where pid = ${root.pid}`.execute(database.kysely)
  return rows[0]?.org ?? null
}

function linkOf(root: FileRoot, way: readonly Step[]): string | null {
  const file = way.at(-1)
  if (file === undefined) return null
  const search = new URLSearchParams()
  const folder = file.mimeType === 'folder' ? file.pid : file.parentPid
  if (root.kind === 'record') search.set('tab', 'Files')
  if (folder !== null) search.set('folder', folder)
  if (file.mimeType !== 'folder') search.set('file', file.pid)
  if (root.kind === 'uploads') return `/upload_documents?${search.toString()}`
  const page = root.kind === 'record' ? pages[collections[root.collection].table] : undefined
  return page === undefined || root.kind !== 'record' ? null : `${page}/${root.pid}?${search.toString()}`
}

/**
 * The people of the client who can open a file or folder once it is shown to clients: nobody where its record is closed to them, or where a
 * folder above it is kept among staff. Asked before the transaction of the change, on a connection of its own.
 */
export async function findReaders(deps: Deps, { root, way }: Shared): Promise<string[]> {
  const file = way.at(-1)
  const org = file === undefined ? null : await orgOf(deps, root, file)
  if (org === null) return []
  const { rows } = await sql<{ pid: string }>`select pid from users
    where org = ${org} and lower(role) = 'client' and status = 'ACTIVE' and deleted_at is null order by pid`.execute(deps.database.kysely)
  const readers: string[] = []
  for (const { pid } of rows) {
    const reader: Actor = { pid, role: 'client', org }
    const isOpen = way.every((step) => isTheirs(reader, root, step)) && (await refusalOfRoot(deps.database, reader, root)) === null
    if (isOpen) readers.push(pid)
  }
  return readers
}

/** Alerts these people to a file or folder that was shown to them, in the transaction that shows it. */
export async function tellReaders(deps: Deps, trx: Transaction<Tables>, { root, way }: Shared, readers: readonly string[]): Promise<void> {
  const file = way.at(-1)
  if (file === undefined || readers.length === 0) return
  const link = linkOf(root, way)
  await alertPeople({ deps, trx, now: deps.clock.now() }, readers, {
    rule: 'file-shared',
    severity: 'INFO',
    title: `Shared with you: ${file.name}`,
    message: `The permit office shared ${file.mimeType === 'folder' ? 'the folder' : 'the file'} "${file.name}" with you.`,
    ...(link !== null && { link }),
  })
}
