import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { loadTables } from '#backup/load-tables.ts'
import type { OpenedBackup } from '#backup/manifest.ts'
import type { BackupFiles } from '#backup/place.ts'
import { loadFiles } from '#backup/copy-files.ts'
import { compareAll, markStore, requireSound, restoreSecrets } from '#backup/restore.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { openDatabase } from '#platform/database/open-database.ts'
import { hasCode } from '#platform/error-code.ts'
import type { Environment } from '#platform/environment/environment.ts'
import { readSecretKey } from '#platform/environment/secret-key.ts'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import { lockDataDir } from '#platform/storage/data-lock.ts'
import { isRestoring, markRestore, unmarkRestore } from '#platform/storage/restore-mark.ts'
import { createLog, openStore } from '../open-deps.ts'
import { openRecovered, requireRecoverable } from './recover.ts'
import type { RecoverableBackup } from './recover.ts'
import { connectionTo } from './source.ts'

/** A new file system has this folder. */
const foreign = ['lost+found']

const namesIn = (folder: string) =>
  readdir(folder).then(
    (names) => names.filter((name) => !foreign.includes(name)),
    (error: unknown) => {
      if (hasCode(error, 'ENOENT')) return []
      throw error
    },
  )

/** Throws a StartRefusal unless the folder is empty or holds the rest of a restore that did not end. */
async function requireEmpty(dataDir: string): Promise<void> {
  if ((await namesIn(dataDir)).length > 0 && !(await isRestoring(dataDir)))
    throw new StartRefusal(
      `DATA_DIR ${dataDir} is not empty: name an empty or new folder, so that nothing is overwritten.`,
    )
}

/** Empties the data folder except for the locks of this process. */
async function clear(dataDir: string): Promise<void> {
  for (const name of await namesIn(dataDir)) {
    if (!/^(server\.(pid|lock.*)|restore\.unfinished)$/.test(name))
      await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

const keysOf = ({ secretKey, oldSecretKeys }: Environment) =>
  secretKey === null ? [] : [secretKey, ...oldSecretKeys]

export interface RestoreOptions {
  environment: Environment
  files: BackupFiles
  backup: OpenedBackup
  /** Restores the state of this instant from the archived log, in place of the instant of the backup. */
  at?: Date
  /** Compares tables and files with the backup afterwards, and returns the differences. */
  compares?: boolean
}

/** The database of the backup's instant. */
async function openLoaded({ environment, files, backup }: RestoreOptions): Promise<Database> {
  const log = createLog('warn')
  const database = await openDatabase(environment, log, (line) => void process.stderr.write(`${line}\n`))
  try {
    await loadTables(await connectionTo(environment), files, backup)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

async function fill(options: RestoreOptions, recoverable: RecoverableBackup | null): Promise<string[]> {
  const { environment, files, backup, at, compares = false } = options
  const { dataDir } = environment
  await restoreSecrets(files, backup, dataDir, keysOf(environment))
  await requireSound(files, backup, compares || at !== undefined)
  const secretKey = await readSecretKey(environment.secretKey, dataDir)
  const store = await openStore({ environment: { ...environment, secretKey }, clock: systemClock })
  for (const list of [backup.manifest.files.list, ...(recoverable?.state.fileLists ?? [])])
    await loadFiles(store, files, backup, list)
  const database =
    at === undefined || recoverable === null
      ? await openLoaded(options)
      : await openRecovered(at, dataDir, files, backup, recoverable)
  try {
    const connection = await connectionTo(environment)
    await markStore(store, connection, backup)
    return compares ? await compareAll(store, connection, files, backup) : []
  } finally {
    await database.close()
  }
}

/**
 * Fills an empty data folder from a backup. After a failure the folder is empty again; after a kill the next
 * restore empties it, and no server starts on it. Throws a StartRefusal that says what is wrong.
 */
export async function restorePortal(options: RestoreOptions): Promise<string[]> {
  const { environment, files, backup, at } = options
  const { dataDir } = environment
  const recoverable = at === undefined ? null : await requireRecoverable(at, files, backup, environment)
  await requireEmpty(dataDir)
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const lock = await lockDataDir(dataDir)
  try {
    await markRestore(dataDir)
    await clear(dataDir)
    const differences = await fill(options, recoverable).catch(async (error: unknown) => {
      await clear(dataDir)
      await unmarkRestore(dataDir)
      throw error
    })
    await unmarkRestore(dataDir)
    return differences
  } finally {
    await lock.release()
  }
}
