import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import { StoreMark } from '#platform/storage/file-store.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { secretKeyPrint } from './back-up.ts'
import { queryRows } from './copy-tables.ts'
import { compareFiles } from './copy-files.ts'
import { compareTables } from './load-tables.ts'
import type { OpenedBackup } from './manifest.ts'
import type { BackupFiles } from './place.ts'
import { readStored } from './stored-files.ts'

/** Name of the file of SECRET_KEY in the data folder. */
const secretKeyFile = 'secret.key'

/**
 * Writes the secrets of the backup into the data folder. Throws a StartRefusal when the restored portal would
 * have another SECRET_KEY, because it could not read its own secrets.
 */
export async function restoreSecrets(
  files: BackupFiles,
  { manifest, key }: OpenedBackup,
  dataDir: string,
  given: readonly string[],
): Promise<void> {
  const known = given.some((secretKey) => secretKeyPrint(secretKey) === manifest.secretKey)
  const hasOwn = manifest.secrets.some(({ path }) => basename(path) === secretKeyFile)
  if (given.length > 0 && !known)
    throw new StartRefusal(
      'SECRET_KEY is not the key of the portal in the backup, whose stored secrets could not be read: set it to that key, or name that key in SECRET_KEYS_OLD.',
    )
  if (given.length === 0 && !hasOwn)
    throw new StartRefusal(
      'SECRET_KEY is missing: the portal in the backup had it in its environment. Set it to the same key.',
    )
  for (const secret of manifest.secrets) {
    const name = basename(secret.path)
    if (name === secretKeyFile && given.length > 0) continue
    const content = await text(readStored(files, secret, { key, isCompressed: false }))
    await writeFile(join(dataDir, name), content, { mode: 0o600 })
  }
}

/** Says in a new store which database it belongs to. A bucket that was in use keeps its mark. */
export async function markStore(
  store: FileStore,
  connection: pg.ClientConfig,
  backup: OpenedBackup,
): Promise<void> {
  if ((await store.readMark()) !== null) return
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const [mark] = await queryRows(
      client,
      StoreMark,
      'select id, generation::int as generation from file_stores order by (id = $1) desc, made_at limit 1',
      [backup.manifest.files.storeId],
    )
    if (mark !== undefined) await store.writeMark(mark)
  } finally {
    await client.end()
  }
}

/**
 * Throws DamagedFile unless the database of the backup is as it was written. `withBase`: also PostgreSQL's
 * own files, which only a recovery to an instant needs.
 */
export async function requireSound(
  files: BackupFiles,
  { manifest, key }: OpenedBackup,
  withBase: boolean,
): Promise<void> {
  const base = withBase && manifest.base !== null ? [manifest.base.file] : []
  const compressed = [manifest.files.list, ...manifest.tables.map(({ file }) => file), ...base]
  for (const file of compressed) for await (const _ of readStored(files, file, { key, isCompressed: true }));
}

/** Differences between a restored portal and its backup, as sentences; empty when there are none. */
export async function compareAll(
  store: FileStore,
  connection: pg.ClientConfig,
  files: BackupFiles,
  backup: OpenedBackup,
): Promise<string[]> {
  return [
    ...(await compareTables(connection, backup.manifest)),
    ...(await compareFiles(store, files, backup)),
  ]
}
