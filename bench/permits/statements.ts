import { ageBands, boardCards, expiryBands, seedStatusMap } from '@portal/contract'

/** Hand-written SQL for the Overview and the board of a staff member, one statement each. */
const living = "t.bucket = 'processing' and t.status <> 'DRAFT' and t.deleted_at is null"
const permits = `from permits t where ${living}`
const fees = "from payments t where t.kind = 'FEE' and t.deleted_at is null"
const tasks =
  "from tasks t where t.audience = 'INTERNAL' and t.deleted_at is null and t.status not in ('DONE', 'CANCELLED') and t.assigned_to = $1"

/** `$1` is the user's pid, `$2` the day, `$3` the user's time zone. */
const day = '($2::date)'
const startOf = (expression: string) => `((${expression})::timestamp at time zone $3)`
const edges = ageBands
  .slice(1)
  .map(({ fromDays }) => `(t.status_changed_at < ${startOf(`${day} + ${1 - fromDays}`)})::int`)
const standing = `select t.pipeline_stage as stage, t.court, coalesce(${edges.join(' + ')}, -1) as band, count(*) as count ${permits} group by 1, 2, 3`
const expiring = expiryBands.map(
  ({ fromDays, toDays }) =>
    `(select count(*) from permits t where t.bucket = 'processed' and t.status = 'ISSUED' and t.deleted_at is null and t.expiry_date between ${day} + ${fromDays} and ${day} + ${toDays})`,
)
const watched = seedStatusMap.filter(
  ({ bucket, staleAfterDays }) => bucket === 'processing' && staleAfterDays !== null,
)
const staleSince = startOf(`${day} - ${watched[0]?.staleAfterDays ?? 0}`)
/**
 * Counts permits not verified for longer than the status map allows. All watched statuses have the same
 * limit.
 */
const stale = `select count(*) ${permits} and t.status in (${watched.map(({ key }) => `'${key}'`).join(', ')})
  and t.status_changed_at < ${staleSince} and (t.status_verified_at is null or t.status_verified_at < ${staleSince})`
const money = (where: string) =>
  `(select json_build_object('count', count(*), 'amount', coalesce(sum(t.total), 0)) ${fees} and ${where})`

const instant = `to_char(t.status_changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const card = `t.pid, t.version, t.ref_no as "refNo", t.title, (select json_build_object('pid', r.pid, 'title', r.legal_name) from orgs r where r.pid = t.org) as org,
  t.permit_type as "permitType", (select json_build_object('pid', r.pid, 'title', r.name) from authorities r where r.pid = t.authority_pid) as authority, t.status, (select json_build_object('pid', r.pid, 'title', r.name) from users r where r.pid = t.assigned_to) as "assignedTo",
  t.priority, t.target_date as "targetDate", ${instant} as "statusChangedAt", t.court, t.payment_status as "paymentStatus", t.expiry_date as "expiryDate"`
const onBoard = seedStatusMap.filter(({ key, bucket }) => bucket === 'processing' && key !== 'DRAFT')
const column = (status: string, place: number) => `select ${place} as place, '${status}' as status,
  (select count(*) ${permits} and t.status = '${status}') as count,
  (select json_agg(x) from (select ${card} from (select * ${permits} and t.status = '${status}' order by t.status_changed_at, t.seq limit ${boardCards.usual}) t) x) as cards`

/** Figures of the user and of everyone, counted seven days ago or on the last counted day before that. */
const earlier = `select f.figure, f.n from counted_figures f where f.holder in ('', $1)
  and f.day = (select max(day) from counted_days where day between ${day} - 14 and ${day} - 7)`

/** Plain SQL by the path of the baseline server. */
export const statements: Readonly<Record<string, string>> = {
  overview: `select json_build_object(
      'myTurn', (select count(*) ${permits} and t.court = 'OURS' and t.assigned_to = $1),
      'unassigned', (select count(*) ${permits} and t.court = 'OURS' and t.assigned_to is null),
      'stale', (${stale}),
      'tasks', (select count(*) ${tasks}), 'overdueTasks', (select count(*) ${tasks} and t.due_date < ${day}),
      'standing', (select json_agg(s) from (${standing}) s),
      'due', ${money("t.status in ('DUE', 'PENDING', 'FAILED', 'OVERDUE')")}, 'overdue', ${money("t.status = 'OVERDUE'")},
      'earlier', (select json_agg(e) from (${earlier}) e),
      'expiring', json_build_array(${expiring.join(', ')}))::text as line`,
  // `$1` is the first day of the period, `$2` the user's time zone.
  submissions: `select json_build_object(
      'sent', (select json_agg(x) from (select t.authority_pid as authority, count(*) as count from rts t
        where t.deleted_at is null and t.submitted_at >= ($1::date)::timestamp at time zone $2 group by 1) x),
      'approved', (select json_agg(x) from (select t.authority_pid as authority, count(*) as count, count(*) filter (where t.cycle_no = 1) as first from permits t
        where t.deleted_at is null and t.status <> 'DRAFT' and t.approved_date >= $1::date group by 1) x))::text as line`,
  board: `select json_build_object('columns', (select json_agg(c order by c.place) from (${onBoard.map(({ key }, index) => column(key, index)).join(' union all ')}) c))::text as line`,
}
