import type { LoadOverview, RemoteLoad, RemoteLoads } from '@portal/contract'
import { LoadPhase, RemoteManifest } from '@portal/contract'
import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'
import { slotMs } from './canary-rollouts.ts'
import { deployedNow } from '#platform/federation/registry.ts'

/** How far back load reports are shown. */
const shownMs = 30 * 24 * 60 * 60_000
/** Number of different failures stored per remote. Further ones are only counted. */
const maxErrors = 200

const countText = `insert into remote_loads (name, version, day, loads, failures, total_ms, slowest_ms, last_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (name, version, day) do update set loads = remote_loads.loads + excluded.loads, failures = remote_loads.failures + excluded.failures,
    total_ms = remote_loads.total_ms + excluded.total_ms, slowest_ms = greatest(remote_loads.slowest_ms, excluded.slowest_ms), last_at = excluded.last_at`

const errorText = `insert into remote_load_errors (name, version, phase, message, path, count, first_at, last_at)
  select $1, $2, $3, $4, $5, 1, $6, $6
  where exists (select 1 from remote_load_errors where name = $1 and version = $2 and phase = $3 and message = $4)
    or (select count(*) from remote_load_errors where name = $1) < ${maxErrors}
  on conflict (name, version, phase, message) do update set count = remote_load_errors.count + 1, path = excluded.path, last_at = excluded.last_at`

const attemptText = `insert into canary_attempts (name, version, at, attempts, failures) values ($1, $2, $3, 1, $4)
  on conflict (name, at, version) do update set attempts = canary_attempts.attempts + 1, failures = canary_attempts.failures + excluded.failures`

const publishedText = `select name, version, manifest from remote_versions
  where (name, version) in (select * from unnest($1::text[], $2::text[])) or ($3 and name = any($1::text[]))`

const ManifestRow = z.object({ name: z.string(), version: z.string(), manifest: z.unknown() })
type ManifestRow = z.infer<typeof ManifestRow>

const totalMs = (load: RemoteLoad) =>
  load.outcome === 'loaded' ? Object.values(load.phases).reduce((sum, ms) => sum + ms, 0) : 0

/** Phases that lead to the screen. A later failure is not an attempt to mount. */
const isAttempt = (load: RemoteLoad) =>
  load.outcome === 'loaded' || !['render', 'unmount'].includes(load.phase)

async function keep(deps: DomainDeps, load: RemoteLoad, at: Date, isCompared: boolean): Promise<void> {
  const { remote, version } = load
  const isLoaded = load.outcome === 'loaded'
  const counts = [isLoaded ? 1 : 0, isLoaded ? 0 : 1, totalMs(load), totalMs(load)]
  await deps.database.query(countText, [remote, version ?? '', at.toISOString().slice(0, 10), ...counts, at])
  if (isCompared)
    await deps.database.query(attemptText, [
      remote,
      version ?? '',
      new Date(Math.floor(at.getTime() / slotMs) * slotMs),
      isLoaded ? 0 : 1,
    ])
  if (load.outcome === 'failed')
    await deps.database.query(errorText, [remote, version ?? '', load.phase, load.message, load.path, at])
}

/**
 * Stores a page's reports about loading remotes. Reports about a remote or version that was never published
 * are ignored, so that nobody can fill the table with invented names.
 */
export async function saveLoadReports(deps: DomainDeps, { loads }: RemoteLoads): Promise<void> {
  const at = deps.clock.now()
  const [names, versions] = [loads.map(({ remote }) => remote), loads.map(({ version }) => version ?? '')]
  const rows = await deps.database.query(
    publishedText,
    [names, versions, loads.some(({ version }) => version === null)],
    ManifestRow,
  )
  const owners = new Map(
    rows.flatMap(({ name, version, manifest }) => [
      [`${name} ${version}`, ownerOf(manifest)] as const,
      [`${name} `, ownerOf(manifest)] as const,
    ]),
  )
  const canaries = new Set(
    (await deployedNow(deps)).flatMap(({ active, canary }) => (canary === null ? [] : [active.name])),
  )
  for (const load of loads) {
    const { remote, version } = load
    const owner = owners.get(`${remote} ${version ?? ''}`)
    if (owner === undefined) continue
    await keep(deps, load, at, canaries.has(remote) && isAttempt(load))
    deps.metrics.countLoad(load, owner)
    if (load.outcome === 'failed') {
      const { phase, message, path } = load
      deps.log.warn({ remote, version, owner, phase, message, path }, 'a page could not use a remote')
    }
  }
}

const ownerOf = (manifest: unknown) => RemoteManifest.safeParse(manifest).data?.owner ?? ''

const LoadRow = z.object({
  remote: z.string(),
  version: z.string(),
  manifest: z.unknown(),
  loads: z.number(),
  failures: z.number(),
  total_ms: z.number(),
  slowest_ms: z.number(),
  last_at: z.date(),
})
type LoadRow = z.infer<typeof LoadRow>

const ErrorRow = z.object({
  remote: z.string(),
  version: z.string(),
  manifest: z.unknown(),
  phase: z.string(),
  message: z.string(),
  path: z.string(),
  count: z.number(),
  first_at: z.date(),
  last_at: z.date(),
})
type ErrorRow = z.infer<typeof ErrorRow>

/** The manifest of this version, or else of the remote's last version. */
const manifestOf = (table: string) => `(select v.manifest from remote_versions v where v.name = ${table}.name
  order by v.version = ${table}.version desc, v.published_at desc limit 1) as manifest`

const loadsText = `select l.name as remote, l.version, ${manifestOf('l')}, sum(l.loads)::int as loads, sum(l.failures)::int as failures,
    sum(l.total_ms) as total_ms, max(l.slowest_ms) as slowest_ms, max(l.last_at) as last_at
  from remote_loads l where l.last_at >= $1 group by l.name, l.version order by l.name, max(l.last_at) desc limit 500`

const errorsText = `select e.name as remote, e.version, ${manifestOf('e')}, e.phase, e.message, e.path, e.count, e.first_at, e.last_at
  from remote_load_errors e where e.last_at >= $1 order by e.last_at desc limit 100`

const versionOf = (version: string) => (version === '' ? null : version)

/** Load statistics and failures of all remotes. */
export async function listLoads(deps: DomainDeps): Promise<LoadOverview> {
  const since = new Date(deps.clock.now().getTime() - shownMs)
  const remotes = await deps.database.query(loadsText, [since], LoadRow)
  const errors = await deps.database.query(errorsText, [since], ErrorRow)
  return {
    remotes: remotes.map(
      ({
        remote,
        version,
        manifest,
        loads,
        failures,
        total_ms: total,
        slowest_ms: slowest,
        last_at: at,
      }) => ({
        remote,
        version: versionOf(version),
        owner: ownerOf(manifest),
        loads,
        failures,
        meanMs: loads === 0 ? null : Math.round(total / loads),
        slowestMs: loads === 0 ? null : Math.round(slowest),
        lastAt: at.toISOString(),
      }),
    ),
    errors: errors.map(({ version, manifest, phase, first_at: firstAt, last_at: lastAt, ...said }) => ({
      ...said,
      version: versionOf(version),
      owner: ownerOf(manifest),
      phase: LoadPhase.parse(phase),
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
    })),
  }
}

const retainedBatch = 1_000
const Deleted = z.object({ gone: z.number() })
const deleteText = (table: string, time: string) => `with gone as (delete from ${table} where ctid in (
    select ctid from ${table} where ${time} < $1::timestamptz limit ${retainedBatch}) returning 1)
  select count(*) as gone from gone`

/** Deletes load reports from before a time, in batches. Returns the number of reports. */
export async function retainLoads(
  { database }: Pick<DomainDeps, 'database'>,
  before: Date,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0
  const tables = [
    ['remote_loads', 'last_at'],
    ['remote_load_errors', 'last_at'],
    ['canary_attempts', 'at'],
  ] as const
  for (const [table, time] of tables) {
    for (let gone = retainedBatch; gone === retainedBatch && !signal.aborted; deleted += gone) {
      const [row] = await database.slowQuery(deleteText(table, time), [before], Deleted)
      gone = row?.gone ?? 0
    }
  }
  return deleted
}
