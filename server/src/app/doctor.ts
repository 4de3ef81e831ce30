import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { installPortalCollections } from '#domain/collections.ts'
import { parseEnvironment } from '#platform/environment/environment.ts'
import type { Environment } from '#platform/environment/environment.ts'
import { checkBackups } from './doctor/check-backups.ts'
import {
  checkClock,
  checkDatabase,
  checkEventMonths,
  checkMigrations,
  checkServers,
} from './doctor/check-database.ts'
import { checkRemotes } from './doctor/check-remotes.ts'
import { checkStandby } from './doctor/check-standby.ts'
import { checkDisk, checkFiles, checkJobs, checkMail, checkScanner } from './doctor/check-services.ts'
import { runCheck, fine, report, soon, wrong } from './doctor/findings.ts'
import type { CheckResult } from './doctor/findings.ts'
import { openBeside } from './open-beside.ts'
import { runCommand } from './run-command.ts'

/** What the environment variables leave open. That they are valid is known when this runs. */
function checkConfiguration({ demo, publicOrigin, metricsToken }: Environment): CheckResult {
  const findings = [fine('Configuration', `valid, for ${publicOrigin}.`)]
  if (demo)
    findings.push(soon('Configuration', 'DEMO is on: everybody who reaches the portal may do everything.'))
  if (metricsToken === null)
    findings.push(soon('Configuration', 'METRICS_TOKEN is missing, so Prometheus cannot read /metrics.'))
  return { findings }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** An embedded database is made by the first start, not by a check. */
async function hasData({ database, dataDir }: Environment): Promise<boolean> {
  if (database.kind !== 'embedded') return true
  return (await exists(join(dataDir, 'postgres/data'))) || exists(join(dataDir, 'pglite'))
}

/** The checks that need the database. */
async function checkData(environment: Environment): Promise<CheckResult[]> {
  const { database, close } = await openBeside(environment)
  try {
    const migrations = await runCheck('Migrations', () => checkMigrations(database))
    // The other checks read tables of this version.
    if (migrations.findings.some(({ state }) => state === 'wrong')) return [migrations]
    return [
      await runCheck('Database', () => checkDatabase(database)),
      migrations,
      await runCheck('Events', () => checkEventMonths(database, new Date())),
      await runCheck('Standby', () => checkStandby(environment, database)),
      await runCheck('Clock', () => checkClock(database)),
      await runCheck('Servers', () => checkServers(database)),
      await runCheck('Remotes', () => checkRemotes(environment, database)),
      await runCheck('Files', () => checkFiles(environment, database)),
      await runCheck('Mail', () => checkMail(environment, database)),
      await runCheck('Jobs', () => checkJobs(database)),
      await runCheck('Backup', () => checkBackups(environment, database)),
    ]
  } finally {
    await close()
  }
}

/**
 * `npm run doctor`: checks the portal's configuration and everything it depends on, also while it runs.
 * Prints a sentence for each check and which limit comes next. Exit code 1 when something is wrong.
 */
async function run(): Promise<void> {
  const environment = parseEnvironment(process.env)
  installPortalCollections()
  const results = [
    checkConfiguration(environment),
    ...((await hasData(environment))
      ? [await runCheck('Disk', () => checkDisk(environment)), ...(await checkData(environment))]
      : [{ findings: [wrong('Data', `there are none in ${environment.dataDir}: npm start makes them.`)] }]),
    await runCheck('Scanner', () => checkScanner(environment)),
  ]
  const all = {
    findings: results.flatMap(({ findings }) => findings),
    limits: results.flatMap(({ limits = [] }) => limits),
  }
  process.stdout.write(`${report(all).join('\n')}\n`)
  if (all.findings.some(({ state }) => state === 'wrong')) process.exitCode = 1
}

if (import.meta.main) await runCommand(run)
