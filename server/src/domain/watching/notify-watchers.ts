import { collections, findCollection, watchRules, watchedChangesGatheredMs } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { findPersonActor } from '#platform/auth/person-actor.ts'
import { officeZone } from '#platform/configuration/office-zone.ts'
import { readableHistorySql } from '#engine/history/history.ts'
import { run } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { loadSubject } from '../notifications/notify-transitions.ts'
import { notify } from '../notifications/notify.ts'
import { peopleWithAccess } from '../notifications/people-with-access.ts'
import { numberOf, orgOf, titleOf } from '../notifications/transition-notifications.ts'
import type { NotificationSubject } from '../notifications/transition-notifications.ts'
import { asPortal } from '../permits/automatic/due-transitions.ts'
import { describeChanges } from './describe-changes.ts'
import type { WatchedChange } from './describe-changes.ts'
import { watchingTexts } from './texts.ts'

const batch = 200

const Due = z.object({ user: z.string(), record: z.string(), collection: z.string() })
type Due = z.infer<typeof Due>
const Taken = z.object({ since: z.date(), ids: z.array(z.number()) })
type Taken = z.infer<typeof Taken>

/** What the person may read of these history entries. A change that another alert told is left out. */
async function readChanges(
  { deps, trx }: WriteContext,
  actor: Actor,
  about: NotificationSubject,
  { since, ids }: Taken,
): Promise<WatchedChange[]> {
  const rows = await run(
    deps.database,
    trx,
    sql`select h.action, c.value->>'field' as field, c.value->'from' as "from", c.value->'to' as "to"
      from record_history h cross join lateral jsonb_array_elements(h.changes) with ordinality c(value, place)
      where h.id = any(${ids}::bigint[]) and ${readableHistorySql(collections[about.collection], actor, about.pid)} order by h.id, c.place`,
    z.object({ action: z.string(), field: z.string().nullable(), from: z.unknown(), to: z.unknown() }),
  )
  const told = await run(
    deps.database,
    trx,
    sql`select distinct kind from alerts where "user" = ${actor.pid} and related_pid = ${about.pid} and created_at >= ${since}::timestamptz and kind is not null`,
    z.object({ kind: z.string() }),
  )
  const known = new Set(told.map(({ kind }) => toldBy[kind]))
  return rows
    .map(({ from = null, to = null, ...row }) => ({ ...row, from, to }))
    .filter(({ field }) => field === null || !known.has(field))
}

/** The field that an alert of another kind is about. */
const toldBy: Readonly<Record<string, string>> = {
  PERMIT_STATUS: 'status',
  CORRECTIONS: 'status',
  HOLD_PLACED: 'status',
  PAYMENT_DUE: 'status',
  PAYMENT_RECEIVED: 'status',
  DOCUMENT_RECEIVED: 'status',
  TASK_ASSIGNED: 'assignedTo',
  DOCUMENT_REQUESTED: 'assignedOrg',
  NOTE_MENTION: 'note',
}

async function assigneeOf(
  { deps, trx }: WriteContext,
  { values }: NotificationSubject,
): Promise<string | null> {
  const pid =
    'assignedTo' in values ? values.assignedTo : 'accountManager' in values ? values.accountManager : null
  if (pid === null) return null
  const [row] = await run(
    deps.database,
    trx,
    sql`select coalesce(name, email) as name from users where pid = ${pid}`,
    z.object({ name: z.string().nullable() }),
  )
  return row?.name ?? null
}

async function tell(
  context: WriteContext,
  actor: Actor,
  about: NotificationSubject,
  taken: Taken,
): Promise<boolean> {
  const language = actor.language ?? 'en'
  const changes = await readChanges(context, actor, about, taken)
  const assignee = await assigneeOf(context, about)
  const map = context.deps.statusMap.current
  const lines = describeChanges({ about, changes, actor, language, map, assignee })
  if (lines.length === 0) return false
  const what = [numberOf(about), titleOf(about)].filter(Boolean).join(' ')
  await notify(context, {
    kind: 'WATCHED',
    rule: watchRules.record,
    severity: 'INFO',
    collection: about.collection,
    pid: about.pid,
    org: orgOf(about),
    staff: [actor.pid],
    words: () => ({ title: watchingTexts(language)('changed', { what }), message: lines.join(' · ') }),
    client: null,
    messageKind: null,
  })
  return true
}

/** Takes what is pending for one watcher of a record and tells it, in one transaction. */
async function tellWatcher(deps: DomainDeps, { user, record, collection }: Due): Promise<boolean> {
  const declaration = findCollection(collection)
  if (declaration === undefined) return false
  const zone = await officeZone(deps)
  return asPortal(deps, declaration.table, async (context) => {
    const { trx } = context
    const [taken] = await run(
      deps.database,
      trx,
      sql`with taken as (select user_pid, record_pid, pending_since, pending from record_watches
          where user_pid = ${user} and record_pid = ${record} and pending_since is not null for update skip locked)
        update record_watches w set pending_since = null, pending = '{}' from taken
        where w.user_pid = taken.user_pid and w.record_pid = taken.record_pid returning taken.pending_since as since, taken.pending as ids`,
      Taken,
    )
    if (taken === undefined) return false
    const actor = await findPersonActor(trx, user, zone)
    const about = await loadSubject(context, declaration.name, record)
    // Somebody who comes back, and a record that is restored, are told again of what happens then.
    if (actor === null || about === undefined) return false
    const finds = async (statement: RawBuilder<unknown>) =>
      (await run(deps.database, trx, statement)).length > 0
    const readers = await peopleWithAccess(finds, about, [actor], context.today)
    if (readers.length > 0) return tell(context, actor, about, taken)
    await trx
      .deleteFrom('record_watches')
      .where('user_pid', '=', user)
      .where('record_pid', '=', record)
      .execute()
    return false
  })
}

/**
 * Tells watchers what changed at least a minute ago and since, each record in one notification. Who may no
 * longer read a record no longer watches it. Returns the number of notifications.
 */
export async function tellWatchers(deps: DomainDeps, signal: AbortSignal): Promise<number> {
  let sent = 0
  const failed: string[] = []
  const next = () =>
    deps.database.slowQuery(
      `select user_pid as user, record_pid as record, collection from record_watches where pending_since <= $1::timestamptz
        and user_pid || ' ' || record_pid <> all($2::text[]) order by pending_since, user_pid, record_pid limit ${batch}`,
      [new Date(deps.clock.now().getTime() - watchedChangesGatheredMs), failed],
      Due,
    )
  for (let due = await next(); due.length > 0; due = await next()) {
    for (const each of due) {
      if (signal.aborted) return sent
      try {
        if (await tellWatcher(deps, each)) sent += 1
      } catch (error) {
        // One that fails does not stop the others; the next run tries it again.
        failed.push(`${each.user} ${each.record}`)
        deps.log.warn({ err: error, pid: each.record }, 'a watcher could not be told of a change')
      }
    }
  }
  return sent
}
