import { hash } from 'node:crypto'
import type { LocalDate } from '@portal/contract'
import { foldStatus } from '@portal/contract/authority-feeds'
import { sql } from 'kysely'
import type { DomainDeps } from '#domain/deps.ts'
import { inTransaction, run } from '#engine/write/writing.ts'
import { compareRows, isAhead, speakingRows } from './feed-row.ts'
import type { FeedRow } from './feed-row.ts'
import type { FeedReading } from './read-feed.ts'
import type { LastObservation, WatchedPermit } from './watched.ts'

const batch = 500
/** Kept in place of the number of runs that missed a permit, while its rows contradict each other. */
const contradicted = -1

/** What makes an observation a new one. */
const contentOf = ({ status, statusDate, issuedDate, expiryDate }: FeedRow | LastObservation): string =>
  JSON.stringify([foldStatus(status), statusDate, issuedDate, expiryDate])

/**
 * Whether a row says something that the feed has not said before. Old rows are published again now and then.
 */
function isNews(row: FeedRow, last: LastObservation | null, lastDay: LocalDate): boolean {
  if (last === null) return true
  const isLater = isAhead(row, lastDay) || compareRows(row, last, lastDay) >= 0
  return isLater && contentOf(row) !== contentOf(last)
}

interface Seen {
  permit: string
  number: string
  /** Null keeps the latest observation. */
  observation: Record<string, unknown> | null
  /** The day of the observation is still to come: the latest one that counts stays. */
  isAhead: boolean
  isFound: boolean
}

function seenOf(
  deps: DomainDeps,
  { permit, number, last }: WatchedPermit,
  row: FeedRow | undefined,
  lastDay: LocalDate,
): Seen {
  if (row === undefined || !isNews(row, last, lastDay))
    return { permit, number, observation: null, isAhead: false, isFound: row !== undefined }
  const waits = isAhead(row, lastDay)
  const { status, statusDate, issuedDate, expiryDate, appliedDate, link, raw } = row
  return {
    permit,
    number,
    isAhead: waits,
    isFound: true,
    observation: {
      pid: deps.ids.pid(),
      raw_status: status,
      status_date: statusDate,
      issued_date: issuedDate,
      expiry_date: expiryDate,
      applied_date: appliedDate,
      link,
      raw,
      // With the hash before, a status that comes back is a new observation, and a second run of the same
      // rows is not. The first one of a number begins with the number. One that was dated ahead is a new one
      // when its day has come.
      hash: hash('sha256', `${last?.hash ?? number} ${contentOf(row)}${waits ? ' ahead' : ''}`, 'base64url'),
    },
  }
}

/** Writes the observations of these permits, and that they were asked for. */
async function saveSeen(deps: DomainDeps, source: string, seen: readonly Seen[], now: Date): Promise<void> {
  await inTransaction(deps, (trx) =>
    run(
      deps.database,
      trx,
      sql`with seen as (select * from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb)
          as r(permit text, number text, observation jsonb, "isAhead" boolean, "isFound" boolean)),
        added as (insert into authority_observations (pid, source, permit, seen_at, number, raw_status, status_date, issued_date, expiry_date, applied_date, link, raw, hash)
          select o.pid, ${source}, s.permit, ${now}::timestamptz, s.number, o.raw_status, o.status_date, o.issued_date, o.expiry_date, o.applied_date, o.link, o.raw, o.hash
          from seen s cross join lateral jsonb_to_record(s.observation)
            as o(pid text, raw_status text, status_date date, issued_date date, expiry_date date, applied_date date, link text, raw jsonb, hash text)
          where s.observation is not null on conflict (source, permit, hash) do nothing returning pid, permit),
        known as (select o.pid, o.permit from seen s join authority_observations o
          on o.source = ${source} and o.permit = s.permit and o.hash = s.observation ->> 'hash')
        insert into authority_watches (source, permit, number, observation, checked_at, missing)
          select ${source}, s.permit, s.number, case when not s."isAhead" then coalesce(a.pid, k.pid) end, ${now}::timestamptz, case when s."isFound" then 0 else 1 end
          from seen s left join added a on a.permit = s.permit left join known k on k.permit = s.permit
        on conflict (source, permit) do update set checked_at = excluded.checked_at,
          observation = coalesce(excluded.observation, case when authority_watches.number = excluded.number then authority_watches.observation end),
          missing = case when excluded.missing = 0 then 0 when authority_watches.number = excluded.number then greatest(authority_watches.missing, 0) + 1 else 1 end,
          number = excluded.number`,
    ),
  )
}

/** What a reading found about the watched permits. */
export interface SavedReading {
  /** Permits that are not in the feed. */
  missing: number
  /** Permits of which the feed has rows that contradict each other. */
  contradicted: number
  /** Permits whose status in the feed has a day that is still to come. */
  ahead: number
}

/**
 * Writes what a reading says about the watched permits: an observation where it is new, and for permits that
 * were asked for whether the feed has them. A permit whose rows contradict each other stays as it was and
 * is not compared; one whose status has a day after `lastDay` goes on with the status before.
 */
export async function saveReading(
  deps: DomainDeps,
  source: string,
  watched: readonly WatchedPermit[],
  { rows, asked, head }: FeedReading,
  { now, lastDay }: { now: Date; lastDay: LocalDate },
): Promise<SavedReading> {
  const speaking = speakingRows(rows, lastDay)
  const inFeed = new Set(rows.map(({ number }) => number))
  const isRead = ({ number }: WatchedPermit) => asked.has(number) || inFeed.has(number)
  const seen = watched.filter(isRead).map((permit): Seen => {
    const row = speaking.get(permit.number)
    const isFound = inFeed.has(permit.number)
    return { ...seenOf(deps, permit, row, lastDay), isFound }
  })
  for (let from = 0; from < seen.length; from += batch)
    await saveSeen(deps, source, seen.slice(from, from + batch), now)
  const isSilent = ({ number }: WatchedPermit) => inFeed.has(number) && !speaking.has(number)
  const silent = watched.filter(isSilent).map(({ permit }) => permit)
  // Until a row speaks again, nothing is compared. Its observation stays, so a dismissed one is no news then.
  await sql`update authority_watches set missing = ${contradicted}::int where source = ${source} and permit = any(${silent}::text[])`.execute(
    deps.database.kysely,
  )
  const gone = watched
    .filter((permit) => head.isUnchanged && permit.isMissingOnce)
    .map(({ permit }) => permit)
  await sql`update authority_watches set missing = 2 where source = ${source} and missing = 1 and permit = any(${gone}::text[])`.execute(
    deps.database.kysely,
  )
  return {
    missing: watched.filter((permit) => (isRead(permit) ? !inFeed.has(permit.number) : permit.isMissing))
      .length,
    contradicted: watched.filter((permit) => (isRead(permit) ? isSilent(permit) : permit.isContradicted))
      .length,
    ahead: watched.filter(({ number }) => {
      const row = speaking.get(number)
      return row !== undefined && isAhead(row, lastDay)
    }).length,
  }
}
