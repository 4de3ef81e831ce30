import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import type { FileStore } from '#platform/storage/file-store.ts'
import { Named, Now, connectForCopy, copyTables, queryRow, queryRows, readSequences } from './copy-tables.ts'
import { copyFiles, writeWantedKeys } from './copy-files.ts'
import type { EarlierBackup } from './copy-files.ts'
import { keyCheck, readManifest, writeManifest } from './manifest.ts'
import type { Manifest } from './manifest.ts'
import type { BackupFiles, BackupPlace } from './place.ts'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import { deriveKey } from './seal.ts'
import type { BackupKey } from './seal.ts'
import { writeStored } from './stored-files.ts'

/** The portal that is copied. */
export interface BackupSource {
  kind: 'embedded' | 'server'
  connection: pg.ClientConfig
  store: FileStore
  /** Selects the keys of the store that records name (`storedKeysSql`). */
  keysSql: string
  /** Secrets in files of the data folder: their names and contents. */
  secrets: ReadonlyMap<string, string>
  secretKey: string
  version: string
  /** Copies PostgreSQL's own files; null where that is not possible. */
  copyBase: ((files: BackupFiles, key: BackupKey | null) => Promise<Manifest['base']>) | null
}

export interface BackupOptions {
  place: BackupPlace
  /** BACKUP_KEY; null = not encrypted. */
  backupKey: string | null
  /** Copies every file again, also those that the earlier backup has. */
  isFull?: boolean
  now: () => Date
}

export interface MadeBackup {
  files: BackupFiles
  manifest: Manifest
}

export const secretKeyPrint = (secretKey: string) =>
  createHmac('sha256', secretKey).update('permit-portal backup').digest('hex').slice(0, 16)

export const pathOfSecret = (name: string) => `secrets/${name}`

/** The latest complete backup that has the same encryption. Its key is used again, so that files can be. */
async function findEarlier(
  { place, backupKey }: BackupOptions,
  names: readonly string[],
): Promise<EarlierBackup | null> {
  for (const name of names.toReversed()) {
    const files = place.open(name)
    try {
      const opened = await readManifest(files, backupKey)
      if ((opened.key === null) === (backupKey === null)) return { files, opened }
    } catch (error) {
      // Incomplete, damaged or with another key: its files are of no use.
      if (!(error instanceof StartRefusal)) throw error
    }
  }
  return null
}

/** The tables of one snapshot, with the wanted keys of the file store written to `wanted`. */
async function copyDatabase(
  { connection, keysSql }: BackupSource,
  files: BackupFiles,
  key: BackupKey | null,
  wanted: string,
): Promise<Pick<Manifest, 'instant' | 'tables' | 'sequences' | 'migrations'>> {
  const client = await connectForCopy(connection)
  try {
    const { now } = await queryRow(client, Now, 'select clock_timestamp() as now')
    // The snapshot is taken by the first statement, after the instant: it has everything acknowledged before.
    await client.query('begin isolation level repeatable read read only')
    const migrations = await queryRows(client, Named, 'select name from migrations order by name')
    await writeWantedKeys(client, keysSql, wanted)
    const tables = await copyTables(client, files, key)
    const sequences = await readSequences(client)
    await client.query('commit')
    return {
      instant: now.toISOString(),
      tables,
      sequences,
      migrations: migrations.map(({ name }) => name),
    }
  } finally {
    await client.end()
  }
}

/**
 * Copies a running portal into a new backup. The tables are of one snapshot, and files are copied after it:
 * they never change, and those deleted meanwhile stay in the bin of the store for 30 days. An earlier backup
 * in the same place saves copying the files it has. The manifest is written last.
 */
export async function backUp(source: BackupSource, options: BackupOptions): Promise<MadeBackup> {
  const { place, backupKey, isFull = false, now } = options
  const names = await place.names()
  const earlier = await findEarlier(options, names)
  const key = backupKey === null ? null : (earlier?.opened.key ?? deriveKey(backupKey))
  const files = await place.create(now())
  const folder = await mkdtemp(join(tmpdir(), 'portal-backup-'))
  try {
    const base = source.copyBase === null ? null : await source.copyBase(files, key)
    const wanted = join(folder, 'keys')
    const database = await copyDatabase(source, files, key, wanted)
    const stored = await copyFiles({
      store: source.store,
      to: files,
      key,
      earlier: isFull ? null : earlier,
      wanted,
    })
    const secrets: Manifest['secrets'] = []
    for (const [name, text] of source.secrets) {
      const content = Readable.from([Buffer.from(text)], { objectMode: false })
      const written = await writeStored(files, pathOfSecret(name), content, { key, isCompressed: false })
      secrets.push(written.file)
    }
    const manifest: Manifest = {
      format: 1,
      ...database,
      finishedAt: now().toISOString(),
      version: source.version,
      database: source.kind,
      files: { ...stored, storeId: (await source.store.readMark())?.id ?? null },
      secrets,
      secretKey: secretKeyPrint(source.secretKey),
      base,
      key: key === null ? null : { salt: key.salt, check: keyCheck(key) },
    }
    await writeManifest(files, manifest, key)
    return { files, manifest }
  } catch (error) {
    await place.removeBackup(files.name)
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
