import type { RemoteLoad, RemoteLoads } from '@portal/contract'
import type { DomainDeps } from '#domain/deps.ts'
import { limits, takeWithin } from '#platform/auth/attempts.ts'
import { deployedNow } from '#platform/federation/registry.ts'
import { slotMs } from './canary-rollouts.ts'
import { countForBudget } from './error-budgets.ts'
import { countErrorAfterMount } from './page-errors.ts'

const attemptText = `insert into canary_attempts (name, version, at, attempts, failures) values ($1, $2, $3, 1, $4)
  on conflict (name, at, version) do update set attempts = canary_attempts.attempts + 1, failures = canary_attempts.failures + excluded.failures`

/** Phases that lead to the screen. A later failure is not an attempt to mount. */
const isAttempt = (load: RemoteLoad) =>
  load.outcome === 'loaded' || !['render', 'unmount'].includes(load.phase)

/** Failures of a loaded remote. Errors that other code of it threw are reported apart. */
const isAfterMount = (load: RemoteLoad) => load.outcome === 'failed' && !isAttempt(load)

/**
 * What a page says about a mount: that it succeeded, that it failed, or that it had an error soon afterwards.
 */
interface MountReport {
  remote: string
  version: string
  outcome: 'mounted' | 'failed' | 'error'
  /** Time from the mount to the error; 0 for a mount that is reported now. */
  sinceMountMs: number
}

/** What the reports say about mounts of versions. A load without a version never got as far as a build. */
function mountReports({ loads, errors = [] }: RemoteLoads): MountReport[] {
  const mounts = loads.filter(isAttempt).flatMap(({ remote, version, outcome }): MountReport[] => {
    if (version === null) return []
    return [{ remote, version, outcome: outcome === 'loaded' ? 'mounted' : 'failed', sinceMountMs: 0 }]
  })
  const afterwards = [...loads.filter(isAfterMount), ...errors].flatMap((error): MountReport[] => {
    const { remote, version } = error
    const sinceMountMs = 'sinceMountMs' in error ? error.sinceMountMs : undefined
    if (sinceMountMs === undefined || version === null) return []
    return [{ remote, version, outcome: 'error', sinceMountMs }]
  })
  return [...mounts, ...afterwards]
}

const slotOf = (at: Date) => new Date(Math.floor(at.getTime() / slotMs) * slotMs)

/** Counts a report for the comparison of a canary with the stable version, at the time of the mount. */
async function countForCanary(
  deps: DomainDeps,
  { remote, version, outcome }: MountReport,
  mountedAt: Date,
): Promise<void> {
  if (outcome === 'error') return countErrorAfterMount(deps, { remote, version }, mountedAt)
  await deps.database.query(attemptText, [remote, version, slotOf(mountedAt), outcome === 'failed' ? 1 : 0])
}

type Count = (deps: DomainDeps, report: MountReport, mountedAt: Date) => Promise<void>

async function count(
  deps: DomainDeps,
  reports: readonly MountReport[],
  { person, limit, at }: { person: string | null; limit: 'judgedReports' | 'budgetReports'; at: Date },
  work: Count,
): Promise<void> {
  if (reports.length === 0) return
  const within =
    person === null ? reports.length : await takeWithin(deps, limits[limit], person, reports.length)
  for (const report of reports.slice(0, within))
    await work(deps, report, new Date(at.getTime() - report.sinceMountMs))
}

/**
 * Counts what canaries are judged by, and what error budgets are spent by. For each of them, a person counts
 * at most 60 times in ten minutes, so that no page floods the comparison.
 */
export async function countMounts(
  deps: DomainDeps,
  loads: RemoteLoads,
  at: Date,
  person: string | null,
): Promise<void> {
  const reports = mountReports(loads)
  const canaries = new Map(
    (await deployedNow(deps)).flatMap(({ active, canary }) =>
      canary === null ? [] : [[active.name, [active.version, canary.build.version]] as const],
    ),
  )
  const judged = reports.filter(({ remote, version }) => canaries.get(remote)?.includes(version) === true)
  await count(deps, judged, { person, limit: 'judgedReports', at }, countForCanary)
  await count(
    deps,
    reports,
    { person, limit: 'budgetReports', at },
    (_deps, { remote, version, outcome }, mountedAt) =>
      countForBudget(
        deps,
        { remote, version, mounts: outcome === 'error' ? 0 : 1, failed: outcome === 'mounted' ? 0 : 1 },
        mountedAt,
      ),
  )
}
