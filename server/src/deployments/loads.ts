import type { LoadOverview, RemoteLoad, RemoteLoads } from '@portal/contract'
import { LoadPhase, RemoteManifest } from '@portal/contract'
import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'
import { deleteInBatches, deletedPerBatch } from '#platform/jobs/delete-in-batches.ts'
import { countMounts } from './mount-reports.ts'
import { alertAboutErrors, keepPageError, listPageErrors, withoutValues } from './page-errors.ts'
import type { FirstError } from './page-errors.ts'
import { countMeasurements } from './timings.ts'

/** How far back load reports are shown. */
export const shownMs = 30 * 24 * 60 * 60_000
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

const publishedText = `select name, version, manifest from remote_versions
  where (name, version) in (select * from unnest($1::text[], $2::text[])) or ($3 and name = any($1::text[]))`

const ManifestRow = z.object({ name: z.string(), version: z.string(), manifest: z.unknown() })
type ManifestRow = z.infer<typeof ManifestRow>

const totalMs = (load: RemoteLoad) =>
  load.outcome === 'loaded' ? Object.values(load.phases).reduce((sum, ms) => sum + ms, 0) : 0

async function keep(deps: DomainDeps, load: RemoteLoad, at: Date): Promise<void> {
  const { remote, version } = load
  const isLoaded = load.outcome === 'loaded'
  const counts = [isLoaded ? 1 : 0, isLoaded ? 0 : 1, totalMs(load), totalMs(load)]
  await deps.database.query(countText, [remote, version ?? '', at.toISOString().slice(0, 10), ...counts, at])
  if (load.outcome === 'failed')
    await deps.database.query(errorText, [
      remote,
      version ?? '',
      load.phase,
      withoutValues(load.message),
      withoutValues(load.path),
      at,
    ])
  else if (version !== null)
    await countMeasurements(deps.database, [{ remote, version, metric: 'mount', value: totalMs(load) }], at)
}

/**
 * Stores a page's reports about its remotes. Reports about a remote or version that was never published are
 * ignored, so that nobody can fill the tables with invented names. `person` is who sent them; null for none.
 */
export async function saveLoadReports(
  deps: DomainDeps,
  { loads, errors = [] }: RemoteLoads,
  person: string | null,
): Promise<void> {
  const at = deps.clock.now()
  const all = [...loads, ...errors]
  if (all.length === 0) return
  const [names, versions] = [all.map(({ remote }) => remote), all.map(({ version }) => version ?? '')]
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
  const isKnown = ({ remote, version }: { remote: string; version: string | null }) =>
    owners.has(`${remote} ${version ?? ''}`)
  const known = { loads: loads.filter(isKnown), errors: errors.filter(isKnown) }
  await countMounts(deps, known, at, person)
  const alerting = new Map<string, FirstError>()
  const note = (
    {
      remote,
      version,
      message,
      path,
    }: { remote: string; version: string | null; message: string; path: string },
    phase: string,
    isFault: boolean,
  ) => {
    const owner = owners.get(`${remote} ${version ?? ''}`) ?? ''
    const text = `${phase}: ${withoutValues(message)}`
    deps.log.warn(
      { remote, version, owner, phase, message: withoutValues(message), path },
      'a page could not use a remote',
    )
    if (version !== null && isFault) alerting.set(`${remote} ${version}`, { remote, version, owner, text })
  }
  for (const load of known.loads) {
    await keep(deps, load, at)
    deps.metrics.countLoad(load, owners.get(`${load.remote} ${load.version ?? ''}`) ?? '')
    // Code that could not be fetched may be the fault of a network.
    if (load.outcome === 'failed') note(load, load.phase, ['mount', 'render', 'unmount'].includes(load.phase))
  }
  for (const error of known.errors) {
    await keepPageError(deps, error, at)
    deps.metrics.countPageError(error, owners.get(`${error.remote} ${error.version}`) ?? '')
    note(error, error.kind, true)
  }
  if (person !== null) for (const first of alerting.values()) await alertAboutErrors(deps, first, person)
}

const ownerOf = (manifest: unknown) => RemoteManifest.safeParse(manifest).data?.owner ?? ''

const LoadRow = z.object({
  remote: z.string(),
  version: z.string(),
  manifest: z.unknown(),
  loads: z.number(),
  failures: z.number(),
  errors: z.number(),
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

const loadsText = `select l.name as remote, l.version, ${manifestOf('l')}, sum(l.loads)::int as loads, sum(l.failures)::int as failures, sum(l.errors)::int as errors,
    sum(l.total_ms) as total_ms, max(l.slowest_ms) as slowest_ms, max(l.last_at) as last_at
  from remote_loads l where l.last_at >= $1 group by l.name, l.version order by l.name, max(l.last_at) desc limit 500`

const errorsText = `select e.name as remote, e.version, ${manifestOf('e')}, e.phase, e.message, e.path, e.count, e.first_at, e.last_at
  from remote_load_errors e where e.last_at >= $1 and ($2::text is null or e.name = $2) order by e.last_at desc limit 100`

const versionOf = (version: string) => (version === '' ? null : version)

/** Failures while remotes were loaded, of one or of all, latest first. */
export async function listLoadFailures(
  { database }: Pick<DomainDeps, 'database'>,
  since: Date,
  remote: string | null,
): Promise<LoadOverview['errors']> {
  const rows = await database.query(errorsText, [since, remote], ErrorRow)
  return rows.map(({ version, manifest, phase, first_at: firstAt, last_at: lastAt, ...said }) => ({
    ...said,
    version: versionOf(version),
    owner: ownerOf(manifest),
    phase: LoadPhase.parse(phase),
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  }))
}

/** Load statistics and failures of all remotes. */
export async function listLoads(deps: DomainDeps): Promise<LoadOverview> {
  const since = new Date(deps.clock.now().getTime() - shownMs)
  const remotes = await deps.database.query(loadsText, [since], LoadRow)
  return {
    remotes: remotes.map(
      ({
        remote,
        version,
        manifest,
        loads,
        failures,
        errors: late,
        total_ms: total,
        slowest_ms: slowest,
        last_at: at,
      }) => ({
        remote,
        version: versionOf(version),
        owner: ownerOf(manifest),
        loads,
        failures,
        errors: late,
        meanMs: loads === 0 ? null : Math.round(total / loads),
        slowestMs: loads === 0 ? null : Math.round(slowest),
        lastAt: at.toISOString(),
      }),
    ),
    errors: await listLoadFailures(deps, since, null),
    pageErrors: await listPageErrors(deps, since, null),
  }
}

const deleteText = (table: string, time: string) => `with gone as (delete from ${table} where ctid in (
    select ctid from ${table} where ${time} < $1::timestamptz limit ${deletedPerBatch}) returning 1)
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
    ['remote_errors', 'last_at'],
    ['remote_error_alerts', 'first_at'],
    ['remote_timings', 'day'],
    ['remote_long_frames', 'last_at'],
    ['canary_attempts', 'at'],
  ] as const
  for (const [table, time] of tables)
    deleted += await deleteInBatches(database, deleteText(table, time), before, signal)
  return deleted
}
