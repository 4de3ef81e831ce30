import type { Canary, CanaryEvidence } from '@portal/contract'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { DeploymentAction } from '#platform/federation/deployment-state.ts'
import { failureEvidence } from './canary-evidence.ts'
import type { CanaryMinute } from './canary-evidence.ts'

/** Shares of the viewers, in percent, through which an automatic canary goes before everybody gets it. */
export const rolloutShares = [5, 25, 50] as const
/** Attempts are counted in ten seconds, so that a canary is compared within the same time. */
export const slotMs = 10_000
/**
 * Attempts of the canary that each share needs. Fewer would let a version pass that fails in 1 of 20 mounts.
 */
export const minAttemptsPerShare = 150

/** A step of a remote's deployment history, as far as rollouts need it. */
export interface RolloutStep {
  version: string
  reason: DeploymentAction
  canary: Canary | null
  from: string | null
  at: Date
}

/** A version as a canary, from its first step until it passed or was withdrawn. */
export interface Rollout {
  version: string
  /** The version that everybody else had. */
  stable: string
  to: Canary
  startedAt: Date
  /** Start of its current share. */
  shareSince: Date
  endedAt: Date | null
  verdict: 'running' | 'passed' | 'withdrawn'
}

/** The rollouts of a remote, from its history, oldest first. */
export function rolloutsOf(steps: readonly RolloutStep[]): Rollout[] {
  const rollouts: Rollout[] = []
  for (const { version, reason, canary, from, at } of steps) {
    const last = rollouts.at(-1)
    const running = last?.endedAt === null ? last : undefined
    if (reason === 'canary' && canary !== null && from !== null) {
      if (running?.version === version) {
        rollouts[rollouts.length - 1] = { ...running, to: canary, shareSince: at }
        continue
      }
      rollouts.push({
        version,
        stable: from,
        to: canary,
        startedAt: at,
        shareSince: at,
        endedAt: null,
        verdict: 'running',
      })
    }
    if (running === undefined) continue
    const hasPassed = reason === 'deploy' && version === running.version
    const index = rollouts.indexOf(running)
    rollouts[index] = { ...running, endedAt: at, verdict: hasPassed ? 'passed' : 'withdrawn' }
  }
  return rollouts
}

const AttemptsRow = z.object({
  at: z.date(),
  canary_attempts: z.number(),
  canary_failures: z.number(),
  canary_errors: z.number(),
  stable_attempts: z.number(),
  stable_failures: z.number(),
  stable_errors: z.number(),
})

const attemptsText = `select at,
    ${['attempts', 'failures', 'errors']
      .flatMap((what) => [
        `coalesce(sum(${what}) filter (where version = $2), 0)::int as canary_${what}`,
        `coalesce(sum(${what}) filter (where version = $3), 0)::int as stable_${what}`,
      ])
      .join(', ')}
  from canary_attempts where name = $1 and version in ($2, $3) and at >= $4 and at <= $5 group by at order by at`

/** Attempts of both versions during a rollout, with the start of the ten seconds each row is of. */
export async function listAttempts(
  database: Database,
  name: string,
  { version, stable, startedAt, endedAt }: Rollout,
  now: Date,
): Promise<(CanaryMinute & { at: Date })[]> {
  // Rows are written only while there is a canary, so the seconds in which it began count too.
  const range = [new Date(startedAt.getTime() - slotMs), endedAt ?? now]
  const rows = await database.query(attemptsText, [name, version, stable, ...range], AttemptsRow)
  return rows.map((row) => ({
    at: row.at,
    canary: { attempts: row.canary_attempts, failures: row.canary_failures, errors: row.canary_errors },
    stable: { attempts: row.stable_attempts, failures: row.stable_failures, errors: row.stable_errors },
  }))
}

/** The totals of a rollout. */
export function evidenceOf(minutes: readonly CanaryMinute[]): CanaryEvidence {
  const sum = (of: (minute: CanaryMinute) => number) => minutes.reduce((total, each) => total + of(each), 0)
  return {
    mounts: sum(({ canary }) => canary.attempts),
    failures: sum(({ canary }) => canary.failures),
    errors: sum(({ canary }) => canary.errors ?? 0),
    stableMounts: sum(({ stable }) => stable.attempts),
    stableFailures: sum(({ stable }) => stable.failures),
    stableErrors: sum(({ stable }) => stable.errors ?? 0),
    /** Capped, because JSON has no infinity. */
    likelihoodRatio: Math.min(1e12, Number(failureEvidence(minutes).toPrecision(3))),
  }
}

/** What follows for a canary that does not fail more often: the next share, everybody, or nothing yet. */
export function nextShare(
  { to, shareSince }: Pick<Rollout, 'to' | 'shareSince'>,
  attempts: readonly (CanaryMinute & { at: Date })[],
): number | null {
  if (!('percent' in to) || to.automatic !== true) return null
  // The seconds in which the share changed are of both shares and count for neither.
  const inShare = attempts
    .filter(({ at }) => at > shareSince)
    .reduce((sum, { canary }) => sum + canary.attempts, 0)
  if (inShare < minAttemptsPerShare) return null
  return rolloutShares.find((share) => share > to.percent) ?? 100
}
