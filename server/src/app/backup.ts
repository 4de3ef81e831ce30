import { parseArgs } from 'node:util'
import { backUp } from '#backup/back-up.ts'
import { writeCheckNote } from '#backup/check-note.ts'
import { connectForCopy } from '#backup/copy-tables.ts'
import { readManifest } from '#backup/manifest.ts'
import type { OpenedBackup } from '#backup/manifest.ts'
import { createPace } from '#backup/pace.ts'
import type { BackupFiles } from '#backup/place.ts'
import { lastBackupAt } from '#backup/retention.ts'
import { DamagedFile } from '#backup/stored-files.ts'
import { installPortalCollections } from '#domain/collections.ts'
import { systemClock } from '#platform/clock.ts'
import { parseEnvironment } from '#platform/environment/environment.ts'
import type { Environment } from '#platform/environment/environment.ts'
import { toBackupDestination } from '#platform/environment/backup.ts'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import { archiveBeside } from './backups/archive.ts'
import { openBackup, openPlace } from './backups/place-of.ts'
import { rehearse } from './backups/rehearse.ts'
import { openSource } from './backups/source.ts'
import { runCommand } from './run-command.ts'
import { advisoryLocks } from '#platform/database/advisory-locks.ts'

const usage =
  'Usage: npm run backup -- <folder or s3://bucket/prefix> [--full], or npm run backup -- --check <a backup>.'

const report = (line: string) => void process.stderr.write(`${line}\n`)
const seconds = (sinceMs: number) => ((Date.now() - sinceMs) / 1000).toFixed(1)

const backupLock = advisoryLocks.backup

interface MakeOptions {
  isFull: boolean
  /** Nothing is done when a complete backup is younger. */
  unlessWithinHours: number
}

async function make(
  environment: Environment,
  to: string,
  { isFull, unlessWithinHours }: MakeOptions,
): Promise<void> {
  const began = Date.now()
  const { source, close } = await openSource(environment)
  // One backup of a database at a time, also where several servers have a schedule.
  const lock = await connectForCopy(source.connection)
  try {
    await lock.query('select pg_advisory_lock($1)', [backupLock])
    const pace = createPace(environment.backupBytesPerSecond)
    const place = await openPlace(toBackupDestination(to, environment.backupAccount), pace)
    const last = unlessWithinHours === 0 ? null : await lastBackupAt(place)
    if (last !== null && began - last.getTime() < unlessWithinHours * 60 * 60_000) {
      report(`A backup was made at ${last.toISOString()}, so no other one is needed.`)
      return
    }
    const options = { place, backupKey: environment.backupKey, isFull, now: () => systemClock.now() }
    const { files, manifest } = await backUp(source, options)
    const { backupTo, dataDir } = environment
    const isWhereBackupsGo = backupTo === null || (await openPlace(backupTo)).location === place.location
    if (manifest.base !== null && isWhereBackupsGo) await archiveBeside(dataDir, files)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const bytes = manifest.tables.reduce((sum, { file }) => sum + file.bytes, manifest.base?.file.bytes ?? 0)
    report(
      `${rows} rows of ${manifest.tables.length} tables (${bytes} bytes) and ${manifest.files.count} files, of which ${manifest.files.copiedCount} were copied (${manifest.files.copiedBytes} bytes), as of ${manifest.instant}, in ${seconds(began)} s.`,
    )
    for (const key of manifest.files.missing)
      report(`The file ${key} is named by a record and missing in the store.`)
    if (environment.backupKey === null)
      report(
        'The backup is not encrypted, and has the keys of the portal in it: set BACKUP_KEY, or guard the folder.',
      )
    process.stdout.write(`${files.location}\n`)
  } finally {
    await lock.end()
    await close()
  }
}

/** What is wrong with the backup. A file that is damaged or missing ends the rehearsal. */
async function problemsOf(
  environment: Environment,
  files: BackupFiles,
  backup: OpenedBackup,
): Promise<string[]> {
  try {
    return await rehearse(environment, files, backup)
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error
    return [error.message]
  }
}

async function check(environment: Environment, location: string): Promise<void> {
  const began = Date.now()
  const files = await openBackup(location, environment)
  const backup = await readManifest(files, environment.backupKey)
  const differences = await problemsOf(environment, files, backup)
  await writeCheckNote(files, { at: systemClock.now(), problems: differences }).catch((error: unknown) =>
    report(
      `The result cannot be noted in the backup, so the portal does not know it: ${error instanceof Error ? error.message : String(error)}`,
    ),
  )
  if (differences.length > 0) throw new StartRefusal(differences.join('\n'))
  const { tables, files: stored } = backup.manifest
  process.stdout.write(
    `${files.location} is good: it was restored and started in ${seconds(began)} s, and ${tables.length} tables and ${stored.count} files are the same.\n`,
  )
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        check: { type: 'boolean', default: false },
        full: { type: 'boolean', default: false },
        'unless-within-hours': { type: 'string', default: '0' },
      },
      allowPositionals: true,
    })
  } catch {
    throw new StartRefusal(usage)
  }
}

/** `npm run backup`: copies a running portal, or proves a backup with `--check`. */
async function run(): Promise<void> {
  const { values, positionals } = readArguments()
  const [target] = positionals
  const unlessWithinHours = Number(values['unless-within-hours'])
  if (target === undefined || positionals.length > 1 || !(unlessWithinHours >= 0))
    throw new StartRefusal(usage)
  installPortalCollections()
  const environment = parseEnvironment(process.env)
  if (values.check) await check(environment, target)
  else await make(environment, target, { isFull: values.full, unlessWithinHours })
}

if (import.meta.main) await runCommand(run)
