import { findUnfitRemotes } from '#deployments/can-deploy.ts'
import type { Database } from '#platform/database/database.ts'
import type { Environment } from '#platform/environment/environment.ts'
import { readDeployed } from '#platform/federation/registry.ts'
import { shellRecord } from '#platform/federation/shell-build.ts'
import { fine, soon, wrong } from './findings.ts'
import type { CheckResult } from './findings.ts'

/**
 * Whether the shell of this release has what every deployed remote needs. With a new release, this is known
 * before it starts.
 */
export async function checkRemotes(environment: Environment, database: Database): Promise<CheckResult> {
  const shell = await shellRecord(environment.buildsDir)
  if (shell === null)
    return { findings: [soon('Remotes', 'this release has no shell to check them against.')] }
  const unreadable: string[] = []
  const deployed = await readDeployed(database, (name) => unreadable.push(name))
  const unfit = findUnfitRemotes(deployed, shell)
  const findings = [
    ...unreadable.map((name) => wrong('Remotes', `the active build of ${name} cannot be read.`)),
    ...unfit.map(({ name, owner, details }) =>
      wrong('Remotes', `${name} (owner: ${owner}) would fail with this release. ${details.join(' ')}`),
    ),
  ]
  return {
    findings:
      findings.length === 0
        ? [fine('Remotes', `all ${deployed.length} deployed remotes fit shell ${shell.version}.`)]
        : findings,
  }
}
