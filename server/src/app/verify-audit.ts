import { parseEnvironment } from '#platform/environment/environment.ts'
import type { Environment } from '#platform/environment/environment.ts'
import type { Database } from '#platform/database/database.ts'
import { connectRunning } from '#platform/database/embedded-database.ts'
import { runningSocket } from '#platform/database/embedded/orphan.ts'
import { openDatabase } from '#platform/database/open-database.ts'
import { lockDataDir } from '#platform/storage/data-lock.ts'
import { createLog } from './open-deps.ts'
import { runCommand } from './run-command.ts'
import { verifyAudit } from '#platform/audit/verify-audit.ts'

/** Opens the portal's database for reading, also while the portal runs. */
async function openToRead(environment: Environment): Promise<{ database: Database; close(): Promise<void> }> {
  const log = createLog('warn')
  const socket = environment.database.kind === 'embedded' ? await runningSocket(environment.dataDir) : null
  const running = socket === null ? null : await connectRunning(environment.dataDir, socket, log)
  if (running !== null) return { database: running, close: () => running.close() }
  const lock = environment.database.kind === 'embedded' ? await lockDataDir(environment.dataDir) : null
  const database = await openDatabase(environment, log, (line) => void process.stderr.write(`${line}\n`))
  return {
    database,
    close: async () => {
      await database.close()
      await lock?.release()
    },
  }
}

/**
 * `npm run audit:verify`: verifies the audit chain and prints the number of verified rows, or the first row that
 * fails.
 */
async function run(): Promise<void> {
  const { database, close } = await openToRead(parseEnvironment(process.env))
  try {
    const { verified, broken } = await verifyAudit(database.kysely)
    const count = verified.toLocaleString('en-US')
    if (broken === null) {
      process.stdout.write(`The audit is whole: ${count} rows verified.\n`)
      return
    }
    process.stdout.write(
      `The audit is broken at position ${broken.position}: ${broken.reason}. ${count} rows before it are verified.\n`,
    )
    process.exitCode = 1
  } finally {
    await close()
  }
}

if (import.meta.main) await runCommand(run)
