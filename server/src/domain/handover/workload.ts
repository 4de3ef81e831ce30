import { addDays, mondayOf, workloadWeeks } from '@portal/contract'
import type { Actor, LocalDate, PersonWorkload, WorkCollection, Workload } from '@portal/contract'
import { Refusal, isStaff } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { activeStaffSql } from '#engine/modules/collection-module.ts'
import { read, todayOf } from '#engine/query/reading.ts'
import type { RecordDeps } from '#engine/query/reading.ts'

const Row = z.object({
  pid: z.string().nullable(),
  name: z.string(),
  away_from: z.string().nullable(),
  away_until: z.string().nullable(),
  collection: z.enum(['permits', 'tasks', 'rts']).nullable(),
  /** -1 overdue, then the weeks, `workloadWeeks` for later, null without a date. */
  bucket: z.number().nullable(),
  count: z.number(),
})
type Row = z.infer<typeof Row>

/**
 * The numbers of open records by person, collection and week, in one statement. Each part reads a partial
 * index that has open records only; the predicates must stay those of migration 0601.
 */
const workloadSql = (today: LocalDate, monday: LocalDate) => sql`with work as (
    select 'permits' as collection, t.assigned_to, t.target_date as due from permits t
      where t.bucket = 'processing' and t.status <> 'DRAFT' and t.deleted_at is null
    union all select 'tasks', t.assigned_to, t.due_date from tasks t
      where t.audience = 'INTERNAL' and t.status not in ('DONE', 'CANCELLED') and t.deleted_at is null
    union all select 'rts', t.assigned_to, t.submit_by from rts t
      where t.status not in ('SUBMITTED', 'RETURNED', 'CANCELLED') and t.deleted_at is null),
  counted as (
    select w.collection, w.assigned_to, case when w.due is null then null when w.due < ${today}::date then -1
        else least((w.due - ${monday}::date) / 7, ${workloadWeeks}::int) end as bucket, count(*)::int as count
      from work w group by 1, 2, 3)
  select u.pid, coalesce(u.name, '') as name, u.out_of_office_from::text as away_from, u.out_of_office_until::text as away_until,
      c.collection, c.bucket, coalesce(c.count, 0) as count
    from users u left join counted c on c.assigned_to = u.pid
    where c.assigned_to is not null or (${sql.raw(activeStaffSql('u'))} and lower(trim(u.role)) = 'team')
  union all
  select null, '', null, null, c.collection, c.bucket, c.count from counted c where c.assigned_to is null`

const none = (): Record<WorkCollection, number> => ({ permits: 0, tasks: 0, rts: 0 })

function toPerson(rows: readonly Row[], today: LocalDate): PersonWorkload | null {
  const [first] = rows
  if (first === undefined) return null
  const { pid, name, away_from: from, away_until: until } = first
  const weeks = Array.from({ length: workloadWeeks }, none)
  const workload: PersonWorkload = {
    person: pid === null ? null : { pid, title: name },
    awayFrom: until !== null && until >= today ? from : null,
    awayUntil: until !== null && until >= today ? until : null,
    total: none(),
    overdue: none(),
    weeks,
    later: none(),
    undated: none(),
  }
  for (const { collection, bucket, count } of rows) {
    if (collection === null) continue
    const cell =
      bucket === null ? workload.undated : bucket < 0 ? workload.overdue : (weeks[bucket] ?? workload.later)
    cell[collection] += count
    workload.total[collection] += count
  }
  return workload
}

/** `GET /workload`: open work by person and week. Throws 403 for clients. */
export async function readWorkload(deps: RecordDeps, actor: Actor): Promise<Workload> {
  if (!isStaff(actor.role)) throw new Refusal('forbidden', 'Only staff can see the workload.')
  const today = todayOf(deps, actor)
  const monday = mondayOf(today)
  const rows = await read(deps, workloadSql(today, monday), Row)
  const people = [...Map.groupBy(rows, ({ pid }) => pid).values()].flatMap(
    (group) => toPerson(group, today) ?? [],
  )
  const nameOf = ({ person }: PersonWorkload) => person?.title ?? ''
  return {
    today,
    weeks: Array.from({ length: workloadWeeks }, (_, week) => addDays(monday, week * 7)),
    // The work of nobody has no name and comes first.
    people: people.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other))),
  }
}
