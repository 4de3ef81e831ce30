import { parseArgs } from 'node:util'
import { readManifest } from '#backup/manifest.ts'
import { installPortalCollections } from '#domain/collections.ts'
import { parseEnvironment } from '#platform/environment/environment.ts'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import { openBackup } from './backups/place-of.ts'
import { restorePortal } from './backups/restore-portal.ts'
import { runCommand } from './run-command.ts'

const usage = 'Usage: npm run restore -- <a backup> [--at <instant, such as 2026-11-26T04:30:00Z>].'

function readArguments() {
  try {
    return parseArgs({ options: { at: { type: 'string' } }, allowPositionals: true })
  } catch {
    throw new StartRefusal(usage)
  }
}

/** `npm run restore`: fills an empty DATA_DIR from a backup. */
async function run(): Promise<void> {
  const { values, positionals } = readArguments()
  const [location] = positionals
  if (location === undefined || positionals.length > 1) throw new StartRefusal(usage)
  installPortalCollections()
  const environment = parseEnvironment(process.env)
  const files = await openBackup(location, environment)
  const backup = await readManifest(files, environment.backupKey)
  const at = values.at === undefined ? undefined : new Date(values.at)
  await restorePortal({ environment, files, backup, ...(at !== undefined && { at }) })
  process.stdout.write(
    `DATA_DIR ${environment.dataDir} has the portal as of ${at?.toISOString() ?? backup.manifest.instant}. Start it with npm start.\n`,
  )
}

if (import.meta.main) await runCommand(run)
