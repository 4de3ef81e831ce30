import { Canary, deploymentActions } from '@portal/contract'
import type { CanaryEvidence } from '@portal/contract'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'
import { alertTexts } from '#domain/notifications/alert-texts.ts'
import { alertAdministrators } from '#domain/notifications/personal-alerts.ts'
import type { Tables } from '#platform/database/tables.ts'
import { deploymentStateOf } from '#platform/federation/deployment-state.ts'
import { listBuilds, lockSteps } from '#platform/federation/federation.queries.ts'
import { recordStep } from './activate.ts'
import type { Requester } from './activate.ts'
import { failsMoreOften } from './canary-evidence.ts'
import { evidenceOf, listAttempts, nextShare, rolloutsOf } from './canary-rollouts.ts'
import type { Rollout } from './canary-rollouts.ts'
import { SourcePlaces } from './source-maps.ts'

const StepRow = z.object({
  name: z.string(),
  version: z.string(),
  reason: z.enum(deploymentActions),
  from: z.string().nullable(),
  canary: Canary.nullable(),
  at: z.date(),
})

const stepsText = `select name, version, reason, from_version as "from", canary, at from remote_steps
  where name in (select name from remote_steps where reason = 'canary') order by name, id`

/** The running canary of each remote that has one. */
async function listRunning(deps: DomainDeps): Promise<{ name: string; rollout: Rollout }[]> {
  const steps = await deps.database.query(stepsText, [], StepRow)
  return [...Map.groupBy(steps, ({ name }) => name)].flatMap(([name, ofRemote]) => {
    const rollout = rolloutsOf(ofRemote).at(-1)
    return rollout?.verdict === 'running' ? [{ name, rollout }] : []
  })
}

const itself: Requester = { by: { person: null, token: null }, origin: null }

/** Runs `work` unless a person or another server has decided about the canary in the meantime. */
async function whileRunning(
  deps: DomainDeps,
  name: string,
  { version, stable }: Rollout,
  work: (trx: Transaction<Tables>) => Promise<void>,
): Promise<boolean> {
  return deps.database.kysely.transaction().execute(async (trx) => {
    const { active, canary } = deploymentStateOf(await lockSteps(trx, name))
    if (active !== stable || canary?.version !== version) return false
    await work(trx)
    return true
  })
}

const maxErrors = 5
const maxErrorLength = 160

/** The first errors of a version, for its team. They contain no input of users. */
async function firstErrors(deps: DomainDeps, name: string, version: string): Promise<string[]> {
  const rows = await deps.database.query(
    `select phase, message, place from (
        select phase, message, '' as place, first_at from remote_load_errors where name = $1 and version = $2
        union all select kind, message, place, first_at from remote_errors where name = $1 and version = $2) as errors
      order by first_at limit ${maxErrors}`,
    [name, version],
    z.object({ phase: z.string(), message: z.string(), place: z.string() }),
  )
  const places = new SourcePlaces(deps, name)
  return Promise.all(
    rows.map(async ({ phase, message, place }) => {
      const source = await places.find(version, place)
      const said = `${phase}: ${message.slice(0, maxErrorLength)}`
      return source === null ? said : `${said} (${source})`
    }),
  )
}

/** What both versions did, in English: it goes into the history and the log. */
function countsOf({
  mounts,
  failures,
  errors,
  stableMounts,
  stableFailures,
  stableErrors,
}: CanaryEvidence): string {
  const failed = `${failures} of ${mounts} mounts failed, ${stableFailures} of ${stableMounts} of the stable version`
  if (errors + stableErrors === 0) return failed
  return `${failed}; ${errors} had an error afterwards, ${stableErrors} of the stable version`
}

/** Ends a canary that fails more often, and alerts the administrators with its owner and its first errors. */
async function withdraw(deps: DomainDeps, name: string, rollout: Rollout, counts: string): Promise<boolean> {
  const { version, stable } = rollout
  const [build] = await listBuilds(deps.database, [{ name, version }])
  const owner = build?.manifest.owner ?? ''
  const errors = await firstErrors(deps, name, version)
  return whileRunning(deps, name, rollout, async (trx) => {
    const note = `Withdrawn by itself: ${counts}.`
    const step = { name, version: stable, reason: 'end-canary', from: version, canary: null, note } as const
    await recordStep(deps, trx, step, itself)
    await alertAdministrators(
      { deps, trx, now: deps.clock.now() },
      {
        rule: 'canary-withdrawn',
        severity: 'CRITICAL',
        link: `/settings/modules/${name}`,
        words: (language) => {
          const say = alertTexts(language)
          const means = say('canaryWithdrawnMeans', { name, version, owner, stable, counts })
          return { title: say('canaryWithdrawn', { name, version }), message: [means, ...errors].join('\n') }
        },
      },
    )
    deps.log.warn({ remote: name, version, owner }, `a canary was withdrawn: ${counts}`)
  })
}

/** Gives a canary to the next share of the viewers, or to everybody. */
async function advance(deps: DomainDeps, name: string, rollout: Rollout, share: number): Promise<boolean> {
  const { version, stable } = rollout
  return whileRunning(deps, name, rollout, async (trx) => {
    const step = { name, version, from: stable, note: null }
    await (share === 100
      ? recordStep(deps, trx, { ...step, reason: 'deploy', canary: null }, itself)
      : recordStep(
          deps,
          trx,
          { ...step, reason: 'canary', canary: { percent: share, automatic: true } },
          itself,
        ))
  })
}

/**
 * Judges every running canary: withdraws it when it fails more often than the stable version, and moves an
 * automatic one on when its share has seen enough. Returns what was done.
 */
export async function judgeCanaries(deps: DomainDeps): Promise<{ withdrawn: number; advanced: number }> {
  const done = { withdrawn: 0, advanced: 0 }
  for (const { name, rollout } of await listRunning(deps)) {
    const attempts = await listAttempts(deps.database, name, rollout, deps.clock.now())
    if (failsMoreOften(attempts)) {
      const counts = countsOf(evidenceOf(attempts))
      if (await withdraw(deps, name, rollout, counts)) done.withdrawn += 1
      continue
    }
    const share = nextShare(rollout, attempts)
    if (share !== null && (await advance(deps, name, rollout, share))) done.advanced += 1
  }
  return done
}
