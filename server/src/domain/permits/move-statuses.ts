import { courtsByRule } from '@portal/contract'
import type { PermitStatus } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder, Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { insertHistorySql } from '#platform/database/insert-history.ts'
import type { Tables } from '#platform/database/tables.ts'
import { run } from '#engine/write/writing.ts'

/**
 * A status whose permits move with the next status map: to another status, or to another stage or court in
 * the same one.
 */
export interface StatusMove {
  from: PermitStatus
  to: PermitStatus
}

/**
 * The moves a new map requires: for statuses that were remapped, and for statuses whose stage or court
 * changed.
 */
export function movesBetween(
  before: readonly PermitStatus[],
  after: readonly PermitStatus[],
  remap: Readonly<Record<string, string>>,
): StatusMove[] {
  const byKey = new Map(after.map((status) => [status.key, status]))
  return before.flatMap((from) => {
    const to = byKey.get(from.key) ?? byKey.get(remap[from.key] ?? '')
    if (to === undefined) return []
    const isSame =
      from.key === to.key && from.stage === to.stage && from.court === to.court && from.bucket === to.bucket
    return isSame ? [] : [{ from, to }]
  })
}

/** The clock of a court, stopped at `now` if it runs. */
const clock = (court: string, column: string, now: Date) =>
  sql`case when g.court = ${court} and g.clock_started_at is not null
    then round(((coalesce(g.${sql.raw(column)}, 0) * 1000)::numeric + greatest(0, extract(epoch from (${now}::timestamptz - g.clock_started_at)) * 1000)))::double precision / 1000 else g.${sql.raw(column)} end`

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The fields of a permit that a move may change; clocks switch only if the court changes. */
const fields: readonly (readonly [name: string, column: string, told: (column: string) => string])[] = [
  ['status', 'status', (column) => column],
  ['pipelineStage', 'pipeline_stage', (column) => column],
  ['court', 'court', (column) => column],
  ['ourSeconds', 'our_seconds', (column) => column],
  ['clientSeconds', 'client_seconds', (column) => column],
  ['authoritySeconds', 'authority_seconds', (column) => column],
  ['clockStartedAt', 'clock_started_at', iso],
  ['statusChangedAt', 'status_changed_at', iso],
  ['outcome', 'outcome', (column) => column],
]

const changes = fields
  .map(
    ([name, column, told]) =>
      `case when b.${column} is distinct from a.${column} then jsonb_build_array(jsonb_build_object('field', '${name}', 'from', ${told(`b.${column}`)}, 'to', ${told(`a.${column}`)})) else '[]'::jsonb end`,
  )
  .join(' || ')

interface Move {
  from: string
  to: string
  /** Null keeps the stage. */
  stage: string | null
  /** Null keeps the court. */
  court: string | null
  outcome: string | null
  now: Date
  by: string
  /** Groups the events in the stream. */
  job: string
}

function moveSql({ from, to, stage, court, outcome, now, by, job }: Move): RawBuilder<unknown> {
  const isTransition = from !== to
  const entries = insertHistorySql({
    at: now,
    collection: sql`case a.bucket when 'processed' then 'processed' else 'permits' end`,
    pid: sql`a.pid`,
    action: isTransition ? 'transition' : 'update',
    version: sql`a.version`,
    actor: by,
    changes: sql`(${sql.raw(changes)})`,
    job,
    from: sql`from saved a join gone b on b.pid = a.pid`,
  })
  return sql`with gone as (select p.*, coalesce(${court}::text, p.court) as next_court from permits p where p.status = ${from} order by p.pid for update),
  turned as (select g.pid, (g.court is distinct from g.next_court) as turns,
    ${clock('OURS', 'our_seconds', now)} as ours, ${clock('CLIENT', 'client_seconds', now)} as clients, ${clock('AUTHORITY', 'authority_seconds', now)} as authorities from gone g),
  saved as (update permits p set status = ${to}, pipeline_stage = coalesce(${stage}::text, p.pipeline_stage), court = g.next_court,
    our_seconds = case when t.turns then t.ours else p.our_seconds end,
    client_seconds = case when t.turns then t.clients else p.client_seconds end,
    authority_seconds = case when t.turns then t.authorities else p.authority_seconds end,
    clock_started_at = case when t.turns and p.clock_started_at is not null then ${now}::timestamptz else p.clock_started_at end,
    status_changed_at = case when ${isTransition}::boolean then ${now}::timestamptz else p.status_changed_at end,
    outcome = case when ${isTransition}::boolean then ${outcome}::text else p.outcome end,
    version = p.version + 1, updated_at = ${now}::timestamptz, updated_by = ${by}
    from gone g join turned t on t.pid = g.pid where p.pid = g.pid returning p.*),
  told as (${entries})
  select count(*) as moved from saved`
}

/** Moves every permit of a status, including deleted ones, each with a history entry; returns how many. */
export async function moveStatus(
  database: Database,
  trx: Transaction<Tables>,
  { from, to }: StatusMove,
  { now, by, job }: { now: Date; by: string; job: string },
): Promise<number> {
  const court = courtsByRule.includes(to.key) && from.key === to.key ? null : to.court
  const outcome = to.bucket === 'processed' && to.system ? to.key : null
  const statement = moveSql({ from: from.key, to: to.key, stage: to.stage, court, outcome, now, by, job })
  const [row] = await run(database, trx, statement, z.object({ moved: z.number() }))
  return row?.moved ?? 0
}
