import {
  Canary,
  RemoteManifest,
  contractVersion,
  deploymentActions,
  inEnglish,
  toRole,
} from '@portal/contract'
import type {
  DeployedRemote,
  DeployedRemotes,
  DeployedVersion,
  Deployer,
  DeploymentStep,
  Say,
} from '@portal/contract'
import { z } from 'zod'
import { deploymentStateOf } from '#platform/federation/deployment-state.ts'
import type { DeploymentState } from '#platform/federation/deployment-state.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { listFlags } from './flags.ts'
import { listPreviews } from './previews.ts'
import { listRestorable } from './removed-remotes.ts'
import { rollbackTarget } from './activate.ts'
import { listUnfitRemotes } from './can-deploy.ts'
import { evidenceOf, listAttempts, rolloutsOf } from './canary-rollouts.ts'

const maxSteps = 50

const VersionRow = z.object({
  name: z.string(),
  version: z.string(),
  integrity: z.string(),
  manifest: z.unknown(),
  size: z.number(),
  files: z.number(),
  published_at: z.date(),
  person: z.string().nullable(),
  token: z.string().nullable(),
  tried_at: z.date().nullable(),
  trial_failure: z.string().nullable(),
})
type VersionRow = z.infer<typeof VersionRow>

const StepRow = z.object({
  name: z.string(),
  version: z.string(),
  reason: z.string(),
  from_version: z.string().nullable(),
  canary: z.unknown(),
  note: z.string().nullable(),
  at: z.date(),
  person: z.string().nullable(),
  token: z.string().nullable(),
  size: z.number(),
})
type StepRow = z.infer<typeof StepRow>

const versionsText = `select v.name, v.version, v.integrity, v.manifest, v.size, v.files, v.published_at, u.name as person, t.label as token,
    v.tried_at, v.trial_failure
  from remote_versions v left join users u on u.pid = v.published_by left join deploy_tokens t on t.pid = v.token
  where v.swept_at is null order by v.name, v.published_at desc, v.version desc`

const stepsText = `select a.name, a.version, a.reason, a.from_version, a.canary, a.note, a.at, u.name as person, t.label as token, v.size
  from remote_steps a join remote_versions v on v.name = a.name and v.version = a.version
  left join users u on u.pid = a.by left join deploy_tokens t on t.pid = a.token order by a.name, a.id`

const peopleText = `select lower(role) as role, count(*) as count from users
  where deleted_at is null and status not in ('DISABLED', 'DELETED') group by 1`

const Reason = z.enum(deploymentActions)
const StoredCanary = Canary.nullable()

function deployerOf({ person, token }: { person: string | null; token: string | null }): Deployer {
  if (token !== null) return { kind: 'token', name: token }
  return person === null
    ? { kind: 'start', name: 'The portal’s own build' }
    : { kind: 'person', name: person }
}

function toStep({
  version,
  reason,
  from_version: from,
  canary,
  note,
  at,
  size,
  ...by
}: StepRow): DeploymentStep {
  return {
    at: at.toISOString(),
    by: deployerOf(by),
    action: Reason.parse(reason),
    version,
    from,
    canary: StoredCanary.parse(canary),
    size,
    note,
  }
}

/** The share of all people that a canary serves, in percent. */
export type PartOf = (canary: Canary) => number

async function readParts(deps: DomainDeps): Promise<PartOf> {
  const rows = await deps.database.query(
    peopleText,
    [],
    z.object({ role: z.string().nullable(), count: z.number() }),
  )
  const all = rows.reduce((sum, { count }) => sum + count, 0)
  return (canary) => {
    if ('percent' in canary) return canary.percent
    const count = rows
      .filter(({ role }) => toRole(role) === canary.role)
      .reduce((sum, row) => sum + row.count, 0)
    return all === 0 ? 0 : Math.round((count / all) * 1_000) / 10
  }
}

function shareOf(
  version: string,
  { active, canary }: DeploymentState,
  partOf: PartOf,
): Pick<DeployedVersion, 'state' | 'share'> {
  const part = canary === null || canary.version === active ? 0 : partOf(canary.to)
  if (version === active) return { state: 'active', share: Math.round((100 - part) * 10) / 10 }
  return version === canary?.version ? { state: 'canary', share: part } : { state: 'kept', share: 0 }
}

const MountsRow = z.object({
  name: z.string(),
  version: z.string(),
  mounts: z.number(),
  failures: z.number(),
  errors: z.number(),
})

const mountsText = `select name, version, sum(loads + failures)::int as mounts, sum(failures)::int as failures, sum(errors)::int as errors
  from remote_loads where day > $1::date - 30 group by name, version`

type Observations = Pick<DeployedVersion, 'mounts' | 'failures' | 'errors' | 'verdict' | 'evidence'>

/** What pages reported about each version, and the verdict about its last time as a canary. */
async function readObservations(
  deps: DomainDeps,
  steps: ReadonlyMap<string, readonly StepRow[]>,
): Promise<(name: string, version: string) => Observations> {
  const now = deps.clock.now()
  const observed = new Map<string, Observations>()
  const find = (name: string, version: string) =>
    observed.get(`${name} ${version}`) ?? { mounts: 0, failures: 0, errors: 0 }
  const rows = await deps.database.query(mountsText, [now.toISOString().slice(0, 10)], MountsRow)
  for (const { name, version, ...counts } of rows) observed.set(`${name} ${version}`, counts)
  for (const [name, ofRemote] of steps) {
    const rollouts = rolloutsOf(
      ofRemote.map(({ reason, from_version: from, canary, ...step }) => ({
        ...step,
        from,
        reason: Reason.parse(reason),
        canary: StoredCanary.parse(canary),
      })),
    )
    for (const rollout of new Map(rollouts.map((each) => [each.version, each])).values()) {
      const { version, verdict } = rollout
      const evidence = evidenceOf(await listAttempts(deps.database, name, rollout, now))
      observed.set(`${name} ${version}`, { ...find(name, version), verdict, evidence })
    }
  }
  return find
}

function toRemote(
  name: string,
  versions: readonly VersionRow[],
  rows: readonly StepRow[],
  partOf: PartOf,
  observationsOf: (name: string, version: string) => Observations,
): DeployedRemote[] {
  const steps = rows.map(toStep)
  const standing = deploymentStateOf(
    steps.map(({ version, action, canary }) => ({ version, reason: action, canary })),
  )
  const { active, canary } = standing
  if (active === null) return []
  const noteOf = (version: string) =>
    steps.findLast((step) => step.version === version && step.note !== null)?.note ?? null
  const listed = versions.flatMap((row): DeployedVersion[] => {
    const manifest = RemoteManifest.safeParse(row.manifest)
    if (!manifest.success) return []
    const { version, integrity, size, files, published_at: at, tried_at: triedAt, ...by } = row
    const trial = triedAt === null ? null : { at: triedAt.toISOString(), failure: row.trial_failure }
    const said = {
      deployedAt: at.toISOString(),
      deployedBy: deployerOf(by),
      size,
      files,
      note: noteOf(version),
    }
    return [
      {
        version,
        ...shareOf(version, standing, partOf),
        ...said,
        ...observationsOf(name, version),
        trial,
        contract: manifest.data.contract,
        integrity,
      },
    ]
  })
  const inForce = RemoteManifest.safeParse(versions.find(({ version }) => version === active)?.manifest)
  const rollbackTo = rollbackTarget(standing, new Set(versions.map(({ version }) => version)))
  const history = steps.toReversed().slice(0, maxSteps)
  const owner = inForce.data?.owner ?? ''
  return [{ name, owner, active, canary, rollbackTo, problems: [], versions: listed, history }]
}

/**
 * `GET /api/federation/remotes`: the deployed remotes, with author, time, the viewers of each version and the
 * history.
 */
export async function listDeployed(deps: DomainDeps, say: Say = inEnglish): Promise<DeployedRemotes> {
  const versions = Map.groupBy(await deps.database.query(versionsText, [], VersionRow), ({ name }) => name)
  const steps = Map.groupBy(await deps.database.query(stepsText, [], StepRow), ({ name }) => name)
  const partOf = await readParts(deps)
  const observationsOf = await readObservations(deps, steps)
  const unfit = Map.groupBy(await listUnfitRemotes(deps, say), ({ name }) => name)
  const remotes = [...steps].flatMap(([name, rows]) =>
    toRemote(name, versions.get(name) ?? [], rows, partOf, observationsOf).map((remote) => ({
      ...remote,
      problems: unfit.get(name)?.flatMap(({ details }) => details) ?? [],
    })),
  )
  const [removed, previews] = [await listRestorable(deps), await listPreviews(deps)]
  const flags = await listFlags(deps)
  return { contract: contractVersion, remotes, removed, previews, flags }
}
