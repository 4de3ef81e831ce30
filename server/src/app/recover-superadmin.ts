import { installPortalCollections } from '#domain/collections.ts'
import { recoverSuperadmin } from '#domain/users/sign-in/recover-superadmin.ts'
import { systemClock } from '#platform/clock.ts'
import { parseEnvironment } from '#platform/environment/environment.ts'
import { createIds } from '#platform/ids.ts'
import { openBeside } from './open-beside.ts'
import { runCommand } from './run-command.ts'

/**
 * `npm run recover-superadmin -- <e-mail>`: prints a one-time link with which this superadmin creates a new
 * passkey, also while the portal runs.
 */
async function run(): Promise<void> {
  const environment = parseEnvironment(process.env)
  installPortalCollections()
  const { database, close } = await openBeside(environment)
  try {
    const ids = createIds(systemClock)
    const { link, expiresAt } = await recoverSuperadmin(
      { database, ids, clock: systemClock, environment },
      process.argv[2] ?? '',
    )
    process.stdout.write(`Open this link before ${expiresAt} to create a passkey; it works once: ${link}\n`)
  } finally {
    await close()
  }
}

if (import.meta.main) await runCommand(run)
