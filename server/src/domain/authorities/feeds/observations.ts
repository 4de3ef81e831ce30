import { findStatus, keyNow } from '@portal/contract'
import type { Actor, Declaration, PermitStatus } from '@portal/contract'
import { FeedStatus, foldStatus } from '@portal/contract/authority-feeds'
import type { PermitObservation, PermitObservations } from '@portal/contract/authority-proposals'
import { sql } from 'kysely'
import { z } from 'zod'
import { officeZone } from '#platform/configuration/office-zone.ts'
import { localize } from '#platform/language/localize.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { openRecord } from '#engine/query/open-record.ts'
import { read } from '#engine/query/reading.ts'
import { isAhead, lastPastDay } from './feed-row.ts'

const shown = 100

const Row = z.object({
  pid: z.string(),
  source: z.string(),
  authority: z.string(),
  statuses: z.record(z.string(), FeedStatus),
  seen_at: z.date(),
  number: z.string(),
  raw_status: z.string(),
  status_date: z.string().nullable(),
  issued_date: z.string().nullable(),
  expiry_date: z.string().nullable(),
  link: z.string().nullable(),
})

const Watch = z.object({
  checked_at: z.date().nullable(),
  is_missing: z.boolean().nullable(),
  is_stale: z.boolean().nullable(),
})

/** The label of a status for the reader: clients have wording of their own. */
function labelFor({ role, language }: Actor, status: PermitStatus): string {
  const isClient = role === 'client'
  const spanish = isClient ? status.clientLabelEs : status.labelEs
  const label = isClient ? status.clientLabel : status.label
  return language === 'es' && spanish ? spanish : localize(language)(label)
}

/**
 * `GET /permits/{pid}/observations`: what the authority said about a permit, newest first. Clients read the
 * status in their wording, without the words of the authority and without what is dated ahead. Throws 403,
 * 404.
 */
export async function listObservations(
  deps: DomainDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
): Promise<PermitObservations> {
  await openRecord(deps, actor, declaration, pid)
  const isClient = actor.role === 'client'
  const rows = await read(
    deps,
    sql`select o.pid, o.source, a.name as authority, s.statuses, o.seen_at, o.number, o.raw_status, o.status_date::text as status_date,
        o.issued_date::text as issued_date, o.expiry_date::text as expiry_date, o.link
      from authority_observations o join authority_sources s on s.pid = o.source join authorities a on a.pid = s.authority
      where o.permit = ${pid} order by o.seq desc limit ${shown}::bigint`,
    Row,
  )
  // A run that finds the feed unchanged, or that reads what changed, confirms the permits that it does not
  // ask for.
  const [watch] = await read(
    deps,
    sql`select max(greatest(w.checked_at, case when w.missing = 0 then r.finished_at end)) as checked_at, bool_and(w.missing > 1) as is_missing,
        bool_and(s.refreshed_at is not null and s.refreshed_at < ${deps.clock.now()}::timestamptz - s.stale_after_days * interval '1 day') as is_stale
      from authority_watches w join authority_sources s on s.pid = w.source and s.deleted_at is null
        left join lateral (select finished_at from authority_runs where source = s.pid and result -> 'stopped' is null
          order by finished_at desc limit 1) r on true
      where w.permit = ${pid}`,
    Watch,
  )
  const map = deps.statusMap.current
  const lastDay = lastPastDay(await officeZone(deps), deps.clock.now())
  const observations = rows.map((row): PermitObservation => {
    const known = Object.entries(row.statuses).find(
      ([word]) => foldStatus(word) === foldStatus(row.raw_status),
    )
    const status = known === undefined ? undefined : findStatus(map, keyNow(map, known[1].to))
    return {
      pid: row.pid,
      source: isClient ? null : { pid: row.source, title: row.authority },
      seenAt: row.seen_at.toISOString(),
      number: row.number,
      rawStatus: isClient ? null : row.raw_status,
      status: status === undefined ? null : { key: status.key, label: labelFor(actor, status) },
      statusDate: row.status_date,
      isAhead: isAhead({ statusDate: row.status_date }, lastDay),
      issuedDate: row.issued_date,
      expiryDate: row.expiry_date,
      link: row.link,
    }
  })
  const checkedAt = watch?.checked_at?.toISOString() ?? null
  return {
    observations: isClient
      ? observations.filter((each) => each.status !== null && !each.isAhead)
      : observations,
    current:
      checkedAt === null
        ? null
        : { checkedAt, isMissing: watch?.is_missing === true, isStale: watch?.is_stale === true },
  }
}
