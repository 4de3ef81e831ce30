import { guardAudit, releaseAudit } from '#platform/audit/guard-audit.ts'
import { migrate, refuseNewer } from '#platform/database/migrate.ts'
import { parseEnvironment } from '#platform/environment/environment.ts'
import { openAlone } from './open-beside.ts'
import { runCommand } from './run-command.ts'

/** `npm run migrate`: runs the missing migrations, so that new servers start at once, and exits. */
async function run(): Promise<void> {
  const { database, close } = await openAlone(parseEnvironment(process.env))
  try {
    await refuseNewer(database.kysely)
    await releaseAudit(database)
    const ran = await migrate(database.kysely)
    await guardAudit(database, (line) => void process.stderr.write(`${line}\n`))
    process.stdout.write(
      ran.length === 0 ? 'The database is up to date.\n' : `Migrations run: ${ran.join(', ')}.\n`,
    )
  } finally {
    await close()
  }
}

if (import.meta.main) await runCommand(run)
