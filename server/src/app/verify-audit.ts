import { verifyAudit } from '#platform/audit/verify-audit.ts'
import { parseEnvironment } from '#platform/environment/environment.ts'
import { openBeside } from './open-beside.ts'
import { runCommand } from './run-command.ts'

/**
 * `npm run audit:verify`: verifies the audit chain and prints the number of verified rows, or the first row that
 * fails.
 */
async function run(): Promise<void> {
  const { database, close } = await openBeside(parseEnvironment(process.env))
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
