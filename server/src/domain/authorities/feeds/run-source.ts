import { toStoredText } from '#platform/language/stored-message.ts'
import { decryptSecret } from '#platform/auth/encrypted-secret.ts'
import { officeZone } from '#platform/configuration/office-zone.ts'
import type { Language } from '@portal/contract'
import type { FeedRunResult } from '@portal/contract/authority-feeds'
import { sql } from 'kysely'
import { alertTexts } from '#domain/notifications/alert-texts.ts'
import { alertAdministrators } from '#domain/notifications/personal-alerts.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { localize } from '#platform/language/localize.ts'
import { inTransaction } from '#engine/write/writing.ts'
import { acceptAtOnce } from './accept.ts'
import { comparePermits } from './compare.ts'
import { discover, isFound, findDiscoveryScope } from './discovery/discover.ts'
import type { Discovery, DiscoveryScope } from './discovery/discover.ts'
import { lastPastDay } from './feed-row.ts'
import type { RawRecord } from './feed-row.ts'
import { closeOurs } from './discovery/save-discovered.ts'
import { FeedClient } from './dialects/feed-client.ts'
import type { FeedAddress } from './dialects/feed-client.ts'
import { FeedFault } from './feed-fault.ts'
import { feedsPath } from './feeds-path.ts'
import { saveReading } from './observe.ts'
import { propose } from './propose.ts'
import { readAuthorityFeed } from './read-feed.ts'
import type { FeedReading } from './read-feed.ts'
import { countHeld, countUnknownStatuses, findSource, listFilledColumns } from './source-rows.ts'
import type { SourceRow } from './source-rows.ts'
import { stampVerified } from './verify.ts'
import { listWatched } from './watched.ts'
import type { WatchedPermit } from './watched.ts'

const callTimeoutMs = 15_000
/** A run ends after this time. Its claim lasts longer, so that no other server takes the source meanwhile. */
const maxRunMs = 5 * 60_000
const claimTime = sql`interval '10 minutes'`
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Every watched permit is asked for again after this time, even where the feed says what changed. */
const askAllAfterMs = 7 * dayMs

/** The purpose with which the tokens of sources are encrypted. */
export const tokenPurpose = 'authority source token'

export interface RunOptions {
  /** Identifies the run; a job has its own id. */
  id: string
  /** The person who started it; null for the schedule. */
  by: string | null
  signal?: AbortSignal
  timeoutMs?: number
}

const nothing: FeedRunResult = {
  calls: 0,
  checked: 0,
  verified: 0,
  proposals: 0,
  unknownStatuses: 0,
  held: 0,
  applied: 0,
  missing: 0,
}

function openToken({ environment }: Pick<DomainDeps, 'environment'>, sealed: string): string {
  try {
    return decryptSecret(environment.secretKey, tokenPurpose, sealed, environment.oldSecretKeys)
  } catch (error) {
    throw new FeedFault('The token was encrypted with another key. Enter it again.', { stop: true }, error)
  }
}

/** How the feed of a source is asked, with its token in the clear. */
export function feedOf(deps: Pick<DomainDeps, 'environment'>, source: SourceRow): FeedAddress {
  const { dialect, address, dataset, fields, token } = source
  return { dialect, address, dataset, fields, token: token === null ? null : openToken(deps, token) }
}

/** Claims a source for one run. False while another run has it. */
async function claim({ database }: DomainDeps, pid: string, id: string): Promise<boolean> {
  const { rows } =
    await sql`update authority_sources set claimed_by = ${id}, claimed_until = clock_timestamp() + ${claimTime}
    where pid = ${pid} and (claimed_until is null or claimed_until < clock_timestamp() or claimed_by = ${id}) returning pid`.execute(
      database.kysely,
    )
  return rows.length > 0
}

async function release({ database }: DomainDeps, pid: string, id: string): Promise<void> {
  await sql`update authority_sources set claimed_by = null, claimed_until = null where pid = ${pid} and claimed_by = ${id}`.execute(
    database.kysely,
  )
}

async function saveRun(
  { database, clock }: DomainDeps,
  source: string,
  { id, by }: RunOptions,
  startedAt: Date,
  result: FeedRunResult,
): Promise<void> {
  await sql`insert into authority_runs (id, source, started_at, finished_at, started_by, result)
    values (${id}, ${source}, ${startedAt}::timestamptz, ${clock.now()}::timestamptz, ${by}, ${JSON.stringify(result)}::jsonb) on conflict (id) do nothing`.execute(
    database.kysely,
  )
}

/**
 * Keeps why the feed could not be read, and when it is asked again. Tells administrators once when it stops.
 */
async function saveFault(deps: DomainDeps, source: SourceRow, fault: FeedFault): Promise<void> {
  const now = deps.clock.now()
  const waitMs = Math.min(source.interval_minutes * minuteMs * 2 ** Math.min(source.failures, 10), dayMs)
  const next = new Date(now.getTime() + Math.max(waitMs, fault.retryAfterMs))
  const problem = toStoredText(fault.said)
  await inTransaction(deps, async (trx) => {
    const { rows } =
      await sql`update authority_sources set failures = failures + 1, problem = ${problem}, is_stopped = ${fault.stop}::boolean,
      next_run_at = ${next}::timestamptz where pid = ${source.pid} and version = ${source.version}::bigint returning pid`.execute(
        trx,
      )
    if (rows.length === 0 || !fault.stop || source.is_stopped) return
    const words = (language: Language) => {
      const say = alertTexts(language)
      const title = say('feedStopped', { authority: source.authority_name })
      return { title, message: say('feedStoppedMeans', { problem: localize(language)(fault.said) }) }
    }
    await alertAdministrators(
      { deps, trx, now },
      { rule: 'feed-stopped', severity: 'WARNING', words, link: feedsPath },
    )
  })
}

async function saveSuccess(
  { database }: DomainDeps,
  source: SourceRow,
  { head, isComplete }: FeedReading,
  now: Date,
): Promise<void> {
  const next = new Date(now.getTime() + source.interval_minutes * minuteMs)
  const kept = head.isUnchanged
  const askedAll = isComplete ? now : source.asked_all_at
  await sql`update authority_sources set failures = 0, problem = null, is_stopped = false, next_run_at = ${next}::timestamptz,
    etag = ${kept ? source.etag : head.etag}, newest = ${head.newest ?? (kept ? source.newest : null)},
    refreshed_at = ${head.refreshedAt ?? (kept ? source.refreshed_at : null)}::timestamptz, asked_all_at = ${askedAll}::timestamptz
    where pid = ${source.pid} and version = ${source.version}::bigint`.execute(database.kysely)
}

/**
 * Throws for a source that a person changed or deleted while it was read: what was read is of another one.
 */
async function requireUnchanged({ database }: DomainDeps, { pid, version }: SourceRow): Promise<void> {
  const current = await findSource(database.kysely, pid)
  if (current === undefined) throw new FeedFault('The feed was deleted.')
  if (current.version !== version)
    throw new FeedFault('The feed was changed while it was read. It is read again by itself.')
}

/** Whether data of this age count as a check of permits. */
export function isStale(refreshedAt: Date | null, staleAfterDays: number, now: Date): boolean {
  return refreshedAt !== null && now.getTime() - refreshedAt.getTime() > staleAfterDays * dayMs
}

function toTask(
  deps: DomainDeps,
  source: SourceRow,
  watched: readonly WatchedPermit[],
  scope: DiscoveryScope | null,
  options: RunOptions,
) {
  const now = deps.clock.now()
  const { asked_all_at: askedAll } = source
  const deadline = AbortSignal.timeout(maxRunMs)
  return {
    feed: feedOf(deps, source),
    limits: {
      timeoutMs: options.timeoutMs ?? callTimeoutMs,
      allowPrivate: deps.environment.allowPrivateSources,
      signal: options.signal === undefined ? deadline : AbortSignal.any([deadline, options.signal]),
    },
    known: { etag: source.etag, newest: source.newest },
    now,
    everything: askedAll === null || now.getTime() - askedAll.getTime() > askAllAfterMs,
    filledColumns: () => listFilledColumns(deps.database.kysely, source.pid),
    watched: watched.map(({ number, typed, isNew, isMissing, isMissingOnce, last }) => ({
      number,
      typed,
      isNew,
      isMissingOnce,
      isKnown: last !== null && !isMissing,
    })),
    isAlsoWanted: (record: RawRecord) => scope !== null && isFound(scope, record),
  }
}

/** Looks for permits of clients where this is due. A fault is a part of the result and never of the run. */
async function discoverOrExplain(
  deps: DomainDeps,
  source: SourceRow,
  scope: DiscoveryScope | null,
  { feed, limits }: Pick<ReturnType<typeof toTask>, 'feed' | 'limits'>,
  { head: { records } }: FeedReading,
): Promise<Discovery> {
  try {
    await closeOurs(deps, source)
    if (scope === null) return { calls: 0 }
    return await discover(deps, source, scope, { client: new FeedClient(feed, limits), limits, records })
  } catch (error) {
    return { calls: 0, discoveryProblem: toStoredText(toFault(deps, source.pid, error).said) }
  }
}

/** Reads the feed and writes what it says. Throws FeedFault before anything is written. */
async function runClaimed(
  deps: DomainDeps,
  source: SourceRow,
  options: RunOptions,
  calls: (count: number) => void,
): Promise<FeedRunResult> {
  await deps.statusMap.refresh()
  const watched = await listWatched(deps, source)
  const scope = await findDiscoveryScope(deps, source)
  const task = toTask(deps, source, watched, scope, options)
  const client = new FeedClient(task.feed, task.limits)
  let reading: FeedReading
  try {
    reading = await readAuthorityFeed(client, task)
  } finally {
    calls(client.calls)
  }
  await requireUnchanged(deps, source)
  const now = deps.clock.now()
  const lastDay = lastPastDay(await officeZone(deps), now)
  const { missing, ahead, contradicted } = await saveReading(deps, source.pid, watched, reading, {
    now,
    lastDay,
  })
  const compared = await comparePermits(deps, source, lastDay)
  const equal = compared.filter(({ to, status, isOutdated }) => to === status && !isOutdated)
  const refreshedAt = reading.head.refreshedAt ?? (reading.head.isUnchanged ? source.refreshed_at : null)
  const made = await propose(deps, source, compared, { run: options.id, watched: watched.length, now })
  // A feed that would end very many permits is probably wrong: until a person decides, nothing counts.
  const isHeld = (await countHeld(deps.database.kysely, [source.pid])).length > 0
  const verified = isHeld || isStale(refreshedAt, source.stale_after_days, now) ? [] : equal
  await stampVerified(deps, source, verified, now)
  const applied = isHeld ? 0 : await acceptAtOnce(deps, source.pid)
  await saveSuccess(deps, source, reading, now)
  deps.writes.notify()
  const discovery = await discoverOrExplain(deps, source, scope, task, reading)
  return {
    ...discovery,
    calls: client.calls + discovery.calls,
    checked: watched.length,
    verified: verified.length,
    proposals: made.length,
    unknownStatuses: await countUnknownStatuses(deps.database.kysely, source.pid),
    held: made.filter(({ state }) => state === 'HELD').length,
    applied,
    missing,
    ...(ahead > 0 && { ahead }),
    ...(contradicted > 0 && { contradicted }),
    ...(reading.head.isUnchanged && { unchanged: true }),
  }
}

/** Why a run ended with an error; an unknown one is in the log of the server. */
function toFault(deps: DomainDeps, source: string, error: unknown): FeedFault {
  if (error instanceof FeedFault) {
    deps.log.warn({ err: error.cause ?? error, source }, 'the feed of an authority could not be read')
    return error
  }
  deps.log.error({ err: error, source }, 'a run of the feed of an authority failed')
  return new FeedFault('Stopped by a server error.', {}, error)
}

async function runOrExplain(deps: DomainDeps, pid: string, options: RunOptions): Promise<FeedRunResult> {
  const source = await findSource(deps.database.kysely, pid)
  if (source === undefined) return { ...nothing, stopped: toStoredText('The feed was deleted.') }
  let calls = 0
  try {
    return await runClaimed(deps, source, options, (count) => (calls = count))
  } catch (error) {
    const fault = toFault(deps, pid, error)
    // A server that stops leaves the feed as it was; it is due again at once.
    if (options.signal?.aborted !== true) await saveFault(deps, source, fault)
    return { ...nothing, calls, stopped: toStoredText(fault.said) }
  }
}

/**
 * One run of a source: what is new in the feed becomes observations, differences become proposals, and what
 * is the same is stamped as checked. A feed that cannot be read, or that says what cannot be right, changes
 * no permit; `stopped` says why, as a stored message. Two runs of a source never overlap. Source: decision
 * 0125.
 */
export async function runSource(deps: DomainDeps, pid: string, options: RunOptions): Promise<FeedRunResult> {
  const startedAt = deps.clock.now()
  const isClaimed = await claim(deps, pid, options.id)
  try {
    const result = isClaimed
      ? await runOrExplain(deps, pid, options)
      : { ...nothing, stopped: toStoredText('Another run of this feed is in progress.') }
    await saveRun(deps, pid, options, startedAt, result)
    return result
  } finally {
    if (isClaimed) await release(deps, pid, options.id)
  }
}
