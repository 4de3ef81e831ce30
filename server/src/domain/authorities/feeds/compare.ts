import { keyNow } from '@portal/contract'
import type { LocalDate } from '@portal/contract'
import { foldNumber, foldStatus } from '@portal/contract/authority-feeds'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { officeZone } from '#platform/configuration/office-zone.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { portalActor } from '#engine/write/portal-actor.ts'
import type { SourceRow } from './source-rows.ts'
import { watchedSql } from './watched-permits.ts'

/** Our status and the policy for each word of the authority, as rows `m`. */
export function statusesSql(
  { statuses }: DomainDepsMap,
  source: Pick<SourceRow, 'statuses'>,
): RawBuilder<unknown> {
  const rows = Object.entries(source.statuses).map(([word, { to, policy }]) => ({
    word: foldStatus(word),
    to_status: keyNow(statuses, to),
    policy,
  }))
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m(word text, to_status text, policy text)`
}
type DomainDepsMap = { statuses: DomainDeps['statusMap']['current'] }

/**
 * What counts as a blank in JavaScript: the space class of PostgreSQL leaves out blanks that do not break.
 */
const blanks = String.raw`[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+`
/** The number of a permit `p` as it is compared: `foldNumber` of the contract in SQL. */
export const foldedNumber = sql.raw(`upper(trim(regexp_replace(p.authority_number, '${blanks}', ' ', 'g')))`)

/**
 * A person changed the status of permit `p` after the day of the authority's status, or after the portal saw
 * it. Accepting an earlier proposal is no such change.
 */
const changedByHand = (zone: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from record_history h where h.pid = p.pid and h.action = 'transition' and h.actor <> ${portalActor.pid}
    and (h.at > o.seen_at or (h.at at time zone ${zone})::date > o.status_date)
    and not exists (select 1 from authority_proposals x where x.permit = p.pid and x.state = 'ACCEPTED' and x.decided_at = h.at))`

/**
 * Another source of the same authority knows a later day about permit `p`: of issue, or of the status on the
 * same issue. A source without such a column never contradicts, and a day after `lastDay` counts as unknown.
 */
function knownLater({ pid, authority }: SourceRow, lastDay: LocalDate): RawBuilder<boolean> {
  const known = (column: string) =>
    sql`case when ${sql.ref(column)} <= ${lastDay}::date then ${sql.ref(column)} end`
  return sql<boolean>`exists (select 1 from authority_sources s2 join authority_watches w2 on w2.source = s2.pid and w2.permit = p.pid
      join authority_observations o2 on o2.pid = w2.observation
    where s2.authority = ${authority} and s2.pid <> ${pid} and s2.deleted_at is null and s2.is_active and w2.missing = 0 and w2.number = w.number
      and (${known('o2.issued_date')} > ${known('o.issued_date')}
        or (${known('o2.issued_date')} is not distinct from ${known('o.issued_date')} and ${known('o2.status_date')} > ${known('o.status_date')})))`
}

const Compared = z.object({
  permit: z.string(),
  number: z.string(),
  watched_number: z.string(),
  status: z.string(),
  observation: z.string(),
  word: z.string(),
  to: z.string().nullable(),
  policy: z.enum(['verify', 'propose', 'apply']).nullable(),
  is_settled: z.boolean(),
  is_outdated: z.boolean(),
})

/** A watched permit beside the latest status of the authority. */
export interface Comparison {
  permit: string
  /** Our status. */
  status: string
  observation: string
  /** The word of the authority. */
  word: string
  /** What the word means here; null for an unknown word. */
  to: string | null
  policy: 'verify' | 'propose' | 'apply' | null
  /** There was a proposal for this already, or a person changed the permit since. */
  isSettled: boolean
  /** Another source of the authority knows a later day, so this one neither proposes nor confirms. */
  isOutdated: boolean
}

/**
 * Compares every watched permit that is in the feed with its latest observation. One that is dated after
 * `lastDay` does not count.
 */
export async function comparePermits(
  deps: DomainDeps,
  source: SourceRow,
  lastDay: LocalDate,
): Promise<Comparison[]> {
  const zone = await officeZone(deps)
  const map = deps.statusMap.current
  const { sql: text, parameters } =
    sql`select p.pid as permit, p.authority_number as number, w.number as watched_number, p.status, o.pid as observation, o.raw_status as word, m.to_status as to, m.policy,
      case when m.to_status is null or m.to_status = p.status or m.policy = 'verify' then false
        else exists (select 1 from authority_proposals x where x.observation = o.pid and x.to_status = m.to_status) or ${changedByHand(zone)} end as is_settled, ${knownLater(source, lastDay)} as is_outdated
    from authority_watches w join authority_observations o on o.pid = w.observation join permits p on p.pid = w.permit
      left join ${statusesSql({ statuses: map }, source)} on m.word = lower(trim(o.raw_status))
    where w.source = ${source.pid} and w.missing = 0 and (o.status_date is null or o.status_date <= ${lastDay}::date) and ${watchedSql(source.authority)} order by p.pid`.compile(
      deps.database.kysely,
    )
  const rows = await deps.database.slowQuery(text, parameters, Compared)
  return rows
    .filter(({ number, watched_number: watched }) => foldNumber(number) === watched)
    .map(
      ({
        is_settled: isSettled,
        is_outdated: isOutdated,
        permit,
        status,
        observation,
        word,
        to,
        policy,
      }) => ({
        permit,
        status,
        observation,
        word,
        to,
        policy,
        isSettled,
        isOutdated,
      }),
    )
}
