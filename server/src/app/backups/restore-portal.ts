import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { loadTables } from '#backup/load-tables.ts'
import type { OpenedBackup } from '#backup/manifest.ts'
import type { BackupFiles } from '#backup/place.ts'
import { loadFiles } from '#backup/copy-files.ts'
import { compareAll, markStore, requireSound, restoreSecrets } from '#backup/restore.ts'
import { systemClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database/open-database.ts'
import { hasCode } from '#platform/error-code.ts'
import type { Environment } from '#platform/environment/environment.ts'
import { readSecretKey } from '#platform/environment/secret-key.ts'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import { lockDataDir } from '#platform/storage/data-lock.ts'
import { isRestoring, markRestore, unmarkRestore } from '#platform/storage/restore-mark.ts'
import { createLog, openStore } from '../open-deps.ts'
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
  /** Compares tables and files with the backup afterwards, and returns the differences. */
  compares?: boolean
}

async function fill({ environment, files, backup, compares = false }: RestoreOptions): Promise<string[]> {
  const { dataDir } = environment
  await restoreSecrets(files, backup, dataDir, keysOf(environment))
  await requireSound(files, backup)
  const secretKey = await readSecretKey(environment.secretKey, dataDir)
  const store = await openStore({ environment: { ...environment, secretKey }, clock: systemClock })
  await loadFiles(store, files, backup)
  const log = createLog('warn')
  const database = await openDatabase(environment, log, (line) => void process.stderr.write(`${line}\n`))
  try {
    const connection = await connectionTo(environment)
    await loadTables(connection, files, backup)
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
  const { dataDir } = options.environment
  await requireEmpty(dataDir)
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const lock = await lockDataDir(dataDir)
  try {
    await markRestore(dataDir)
    await clear(dataDir)
    const differences = await fill(options).catch(async (error: unknown) => {
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
