import { MenuCounts, collections, fieldFinder, isStaff, maxCounted, parseFilter } from '@portal/contract'
import type { Actor, FilterNode } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import { unfinished } from '../permits/office-metrics.ts'
import { read, todayOf } from '#engine/query/reading.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { listableRows } from '#engine/query/visibility.ts'

const everything: FilterNode = { kind: 'and', nodes: [] }

/** Counts rows up to the maximum the menu shows. */
const counting = (rows: RawBuilder<unknown>) =>
  sql`(select count(*)::int from (select 1 ${rows} limit ${maxCounted + 1}::int) counted)`

/** Tasks of the actor, as the Overview counts them; for a client, tasks of their organization. */
function tasksSql(actor: Actor, today: string): RawBuilder<unknown> {
  const isOffice = isStaff(actor.role)
  const declaration = isOffice ? collections.tasks : collections.ctasks
  const mine = parseFilter(
    { ...unfinished, ...(isOffice && { assignedTo: actor.pid }) },
    fieldFinder(declaration, actor),
  )
  return counting(listableRows(declaration, actor, { today }).narrow(mine).from())
}

/**
 * Notifications addressed to the actor and sent since their last visit, or since they joined if they never
 * visited the page.
 */
function notificationsSql(actor: Actor, today: string): RawBuilder<unknown> {
  const { pid, role, org } = actor
  const addressed = sql`(t.audience = 'ALL' or (t.audience = 'USER' and t.recipient_user = ${pid}) or (t.audience = 'ORG' and t.recipient_org = ${org}::text)
    or (t.audience = 'ROLE' and lower(t.recipient_role) = ${role}))`
  const since = sql`t.status = 'SENT' and t.sent_at > coalesce((select v.visited_at from notification_visits v where v.person = ${pid}),
    (select u.created_at from users u where u.pid = ${pid}))`
  return counting(
    listableRows(collections.notifications, actor, { today }).narrow(everything, since, addressed).from(),
  )
}

/**
 * Open tasks and new notifications of the actor, in one query. `closed` lists collections whose module is
 * off.
 */
export async function countForMenu(
  deps: RecordDeps,
  actor: Actor,
  closed: ReadonlySet<string>,
): Promise<Omit<z.infer<typeof MenuCounts>, 'mail'>> {
  const today = todayOf(deps, actor)
  const tasks = closed.has(isStaff(actor.role) ? 'tasks' : 'ctasks') ? null : tasksSql(actor, today)
  const notifications = closed.has('notifications') ? null : notificationsSql(actor, today)
  const [row] = await read(
    deps,
    sql`select ${tasks ?? sql`null::int`} as tasks, ${notifications ?? sql`null::int`} as notifications`,
    MenuCounts.omit({ mail: true }),
  )
  return { tasks: row?.tasks ?? null, notifications: row?.notifications ?? null }
}

/**
 * `POST /notifications/visit`: records a visit of the notifications page, so that earlier notifications no longer count in the menu.
 */
export async function visitNotifications({ database, clock }: RecordDeps, actor: Actor): Promise<void> {
  await database.query(
    `insert into notification_visits (person, visited_at) values ($1, $2::timestamptz)
     on conflict (person) do update set visited_at = greatest(notification_visits.visited_at, excluded.visited_at)`,
    [actor.pid, clock.now().toISOString()],
  )
}
