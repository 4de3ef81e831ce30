import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readArchiveState } from '#backup/archive-log.ts'
import type { ArchiveState } from '#backup/archive-log.ts'
import type { Manifest, OpenedBackup } from '#backup/manifest.ts'
import type { BackupFiles } from '#backup/place.ts'
import { unpackBase, unpackLog } from '#backup/unpack-base.ts'
import type { Database } from '#platform/database/database.ts'
import { openEmbedded, ownByPostgres } from '#platform/database/embedded-database.ts'
import { ClusterError } from '#platform/database/embedded/cluster.ts'
import type { Environment } from '#platform/environment/environment.ts'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import { createLog } from '../open-deps.ts'

/** Replaying the log of days takes a while. */
const maxRecoveryMs = 24 * 60 * 60_000
/** PostgreSQL says this to each connection while it recovers. */
const notYet = /the database system is (starting up|in recovery|not accepting|not yet accepting)/
const notReached = /recovery ended before configured recovery target was reached/

export interface RecoverableBackup {
  base: NonNullable<Manifest['base']>
  state: ArchiveState
}

/** Throws a StartRefusal when the portal cannot be recovered to this instant from this backup. */
export async function requireRecoverable(
  at: Date,
  files: BackupFiles,
  { manifest: { base } }: OpenedBackup,
  { database }: Environment,
): Promise<RecoverableBackup> {
  if (database.kind !== 'embedded')
    throw new StartRefusal('--at works with the embedded PostgreSQL only: restore without DATABASE_URL.')
  if (base === null)
    throw new StartRefusal(
      `${files.location} has no log: it is of a portal with DATABASE_URL. Restore it without --at.`,
    )
  const platform = `${process.platform}-${process.arch}`
  if (base.platform !== platform)
    throw new StartRefusal(
      `--at needs a machine of the same kind (${base.platform}), and this is ${platform}. Restore without --at.`,
    )
  const state = await readArchiveState(files, base)
  if (Number.isNaN(at.getTime()) || at < new Date(base.consistentAt) || at > new Date(state.instant))
    throw new StartRefusal(
      `With ${files.location}, --at takes an instant from ${base.consistentAt} to ${state.instant}. For an earlier one take an earlier backup, for a later one a later backup.`,
    )
  return { base, state }
}

/**
 * The embedded PostgreSQL of an empty data folder, recovered to the state of this instant. The secrets of the
 * backup are there already, because the cluster has its old passwords.
 */
export async function openRecovered(
  at: Date,
  dataDir: string,
  files: BackupFiles,
  backup: OpenedBackup,
  { state }: RecoverableBackup,
): Promise<Database> {
  const folder = join(dataDir, 'postgres/data')
  const made = await unpackBase(files, backup, folder)
  made.push(...(await unpackLog(files, backup, folder, state.nextSegment)))
  const [settings, signal] = [join(folder, 'postgresql.auto.conf'), join(folder, 'recovery.signal')]
  const before = await readFile(settings, 'utf8')
  const configure = async (target: string) => {
    const lines = [
      "restore_command = 'false'",
      "recovery_target_action = 'promote'",
      'hot_standby = off',
      target,
    ]
    await writeFile(settings, `${before}\n${lines.join('\n')}\n`)
  }
  await configure(`recovery_target_time = '${at.toISOString().replace('T', ' ').replace('Z', '+00')}'`)
  await writeFile(signal, '', { mode: 0o600 })
  await ownByPostgres(dataDir, [join(dataDir, 'postgres'), ...made, signal])
  const log = createLog('warn')
  const start = () => openEmbedded(dataDir, log, { maxStartMs: maxRecoveryMs })
  const database = await start().catch(async (error: unknown) => {
    if (!(error instanceof ClusterError)) throw error
    const said = await readFile(join(dataDir, 'postgres/log'), 'utf8')
    if (!notReached.test(said)) {
      const reasons = said.split('\n').filter((line) => /(FATAL|PANIC): /.test(line) && !notYet.test(line))
      throw new StartRefusal(`PostgreSQL does not recover: ${reasons.join(' ') || error.message}`)
    }
    // No transaction follows the instant: the end of the log is the state of that instant.
    await configure('')
    return start()
  })
  await writeFile(settings, before)
  return database
}
