import { parseArgs } from 'node:util'
import { backUp } from '#backup/back-up.ts'
import { readManifest } from '#backup/manifest.ts'
import { installPortalCollections } from '#domain/collections.ts'
import { systemClock } from '#platform/clock.ts'
import { parseEnvironment } from '#platform/environment/environment.ts'
import type { Environment } from '#platform/environment/environment.ts'
import { toBackupDestination } from '#platform/environment/backup.ts'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import { openBackup, openPlace } from './backups/place-of.ts'
import { rehearse } from './backups/rehearse.ts'
import { openSource } from './backups/source.ts'
import { runCommand } from './run-command.ts'

const usage =
  'Usage: npm run backup -- <folder or s3://bucket/prefix> [--full], or npm run backup -- --check <a backup>.'

const report = (line: string) => void process.stderr.write(`${line}\n`)
const seconds = (sinceMs: number) => ((Date.now() - sinceMs) / 1000).toFixed(1)

async function make(environment: Environment, to: string, isFull: boolean): Promise<void> {
  const began = Date.now()
  const { source, close } = await openSource(environment)
  try {
    const place = openPlace(toBackupDestination(to, environment.backupAccount))
    const options = { place, backupKey: environment.backupKey, isFull, now: () => systemClock.now() }
    const { files, manifest } = await backUp(source, options)
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
    await close()
  }
}

async function check(environment: Environment, location: string): Promise<void> {
  const began = Date.now()
  const files = openBackup(location, environment)
  const backup = await readManifest(files, environment.backupKey)
  const differences = await rehearse(environment, files, backup)
  if (differences.length > 0) throw new StartRefusal(differences.join('\n'))
  const { tables, files: stored } = backup.manifest
  process.stdout.write(
    `${files.location} is good: it was restored and started in ${seconds(began)} s, and ${tables.length} tables and ${stored.count} files are the same.\n`,
  )
}

/** `npm run backup`: copies a running portal, or proves a backup with `--check`. */
async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { check: { type: 'boolean', default: false }, full: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [target] = positionals
  if (target === undefined || positionals.length > 1) throw new StartRefusal(usage)
  installPortalCollections()
  const environment = parseEnvironment(process.env)
  if (values.check) await check(environment, target)
  else await make(environment, target, values.full)
}

if (import.meta.main) await runCommand(run)
