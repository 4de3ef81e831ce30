import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { storedKeysSql } from '#files/stored-keys.ts'
import { copyBase } from '#backup/copy-base.ts'
import type { BackupSource } from '#backup/back-up.ts'
import { connectionOf } from '#platform/database/embedded-database.ts'
import { runningSocket } from '#platform/database/embedded/orphan.ts'
import { systemClock } from '#platform/clock.ts'
import { hasCode } from '#platform/error-code.ts'
import type { Environment, ReadyEnvironment } from '#platform/environment/environment.ts'
import { readSecretKey } from '#platform/environment/secret-key.ts'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { serverVersion } from '../health/version.ts'
import { openBeside } from '../open-beside.ts'
import { openStore } from '../open-deps.ts'

/** Files of the data folder that hold secrets. */
const secretFiles = ['secret.key', 'database.secret'] as const

async function readSecrets(dataDir: string): Promise<ReadonlyMap<string, string>> {
  const secrets = new Map<string, string>()
  for (const name of secretFiles) {
    try {
      secrets.set(name, await readFile(join(dataDir, name), 'utf8'))
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error
    }
  }
  return secrets
}

/** How to reach the database of a portal whose database is open. */
export async function connectionTo({
  database,
  dataDir,
}: Pick<Environment, 'database' | 'dataDir'>): Promise<pg.ClientConfig> {
  if (database.kind === 'server') return { connectionString: database.url }
  const socketFolder = database.kind === 'embedded' ? await runningSocket(dataDir) : null
  if (socketFolder === null)
    throw new StartRefusal(
      'Backups need PostgreSQL, and this portal runs on PGlite, which only the server itself can read: stop the server and copy DATA_DIR.',
    )
  return connectionOf(dataDir, socketFolder, 'portal')
}

/** The parts of a portal that is open in this process or in another one. */
async function sourceOf(environment: ReadyEnvironment, store: FileStore): Promise<BackupSource> {
  const { dataDir, database } = environment
  const hasLog = database.kind === 'embedded' && environment.backupLog
  const socketFolder = hasLog ? await runningSocket(dataDir) : null
  const owner = socketFolder === null ? null : await connectionOf(dataDir, socketFolder, 'owner')
  return {
    kind: environment.database.kind === 'server' ? 'server' : 'embedded',
    connection: await connectionTo(environment),
    store,
    keysSql: storedKeysSql,
    secrets: await readSecrets(environment.dataDir),
    secretKey: environment.secretKey,
    version: serverVersion,
    copyBase:
      owner === null ? null : (files, key) => copyBase(owner, join(dataDir, 'postgres/data'), files, key),
  }
}

/** Opens the portal of the environment for a backup, also while it runs. */
export async function openSource(
  environment: Environment,
): Promise<{ source: BackupSource; close(): Promise<void> }> {
  const { close } = await openBeside(environment)
  try {
    const secretKey = await readSecretKey(environment.secretKey, environment.dataDir)
    const ready = { ...environment, secretKey }
    return {
      source: await sourceOf(ready, await openStore({ environment: ready, clock: systemClock })),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
