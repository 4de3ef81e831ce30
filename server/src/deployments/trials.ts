import { Refusal, phrase, toRole } from '@portal/contract'
import type { RemoteLoad, RemoteLoads, TrialBody } from '@portal/contract'
import type { DomainDeps } from '#domain/deps.ts'
import type { PreviewedBuild } from '#platform/federation/registry.ts'
import type { SessionUser } from '#platform/sessions/session-user.ts'
import { mayDeploy } from './deployer.ts'
import { withoutValues } from './page-errors.ts'

/** Stores the result of the last trial of a version. Throws 404 if there is no such version. */
export async function recordTrial(
  deps: Pick<DomainDeps, 'database' | 'clock'>,
  name: string,
  version: string,
  trial: TrialBody,
): Promise<void> {
  const failure = trial.outcome === 'mounted' ? null : `${trial.phase}: ${withoutValues(trial.message)}`
  const { numUpdatedRows } = await deps.database.kysely
    .updateTable('remote_versions')
    .set({ tried_at: deps.clock.now(), trial_failure: failure })
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw new Refusal('not-found', phrase('Version {{version}} of {{name}} not found.', { version, name }))
}

/**
 * What a load says about the build: a registry that did not arrive says nothing, nor does leaving the page.
 */
function toTrial(load: RemoteLoad): TrialBody | null {
  if (load.outcome === 'loaded') return { outcome: 'mounted' }
  const { phase, message } = load
  return phase === 'resolve' || phase === 'unmount' ? null : { outcome: 'failed', phase, message }
}

/** Reports about live builds, apart from those about builds that this session previews. */
export function splitReports(
  { loads, errors = [] }: RemoteLoads,
  previews: readonly PreviewedBuild[],
): { live: RemoteLoads; previewed: readonly RemoteLoad[] } {
  const isPreviewed = ({ remote, version }: { remote: string; version: string | null }) =>
    previews.some(({ build }) => build.name === remote && (version === null || build.version === version))
  return {
    live: {
      loads: loads.filter((load) => !isPreviewed(load)),
      errors: errors.filter((error) => !isPreviewed(error)),
    },
    previewed: loads.filter(isPreviewed),
  }
}

/**
 * Opening a preview is a trial of its build, if the viewer may deploy the remote: others could stop an
 * activation by a false report.
 */
export async function recordPreviewTrials(
  deps: Pick<DomainDeps, 'database' | 'clock'>,
  { role }: Pick<SessionUser, 'role'>,
  loads: readonly RemoteLoad[],
): Promise<void> {
  for (const load of loads) {
    const trial = toTrial(load)
    if (trial !== null && load.version !== null && mayDeploy(toRole(role), load.remote))
      await recordTrial(deps, load.remote, load.version, trial)
  }
}
