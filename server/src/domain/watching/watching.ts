import {
  Refusal,
  WatchChange,
  collections,
  isStaff,
  isWatchable,
  maxWatchedRecords,
  maxWatchedViews,
  phrase,
  refusalOf,
} from '@portal/contract'
import type { Actor, Declaration, RecordWatch, Watches } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder, Transaction } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#platform/database/tables.ts'
import { openRecord } from '#engine/query/open-record.ts'
import { namedRowSql } from '#engine/query/related.ts'
import { read, todayOf } from '#engine/query/reading.ts'
import { readableRowsOf } from '#engine/query/visibility.ts'
import { getView } from '#engine/views/views.ts'
import type { ViewDeps } from '#engine/views/views.ts'
import { inTransaction } from '#engine/write/writing.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { peopleWithAccess } from '../notifications/people-with-access.ts'
import { filtersText, readMembers } from './view-members.ts'

const toChange = (body: unknown): boolean => {
  const parsed = WatchChange.safeParse(body)
  if (!parsed.success) throw refusalOf(parsed.error, 'body')
  return parsed.data.isWatching
}

/** Locks the person, so that concurrent calls count one after the other, and throws 409 at the limit. */
async function requireRoom(
  trx: Transaction<Tables>,
  actor: Actor,
  table: 'record_watches' | 'view_watches',
  max: number,
): Promise<void> {
  await trx.selectFrom('users').select('pid').where('pid', '=', actor.pid).forUpdate().execute()
  const { count } = await trx
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_pid', '=', actor.pid)
    .executeTakeFirstOrThrow()
  if (count < max) return
  const sentence = phrase(
    table === 'record_watches'
      ? 'You watch {{count}} records, which is the limit. Stop watching some of them first.'
      : 'You watch {{count}} views, which is the limit. Stop watching some of them first.',
    { count },
  )
  throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
}

const Watcher = z.object({
  pid: z.string(),
  title: z.string(),
  role: z.enum(['superadmin', 'admin', 'team', 'client']),
  org: z.string().nullable(),
})

/** For staff, who watches the record and may read it, by name. Clients learn of nobody. */
async function watchersOf(
  deps: DomainDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
): Promise<RecordWatch['watchers']> {
  if (!isStaff(actor.role)) return null
  const rows = await read(
    deps,
    sql`select u.pid, coalesce(u.name, u.email, u.pid) as title, lower(trim(u.role)) as role, u.org from record_watches w join users u on u.pid = w.user_pid
      where w.record_pid = ${pid} and u.deleted_at is null and u.status = 'ACTIVE' and lower(trim(u.role)) in ('superadmin', 'admin', 'team', 'client')
      order by 2, 1`,
    Watcher,
  )
  const finds = async (statement: RawBuilder<unknown>) =>
    (await read(deps, statement, z.unknown())).length > 0
  const target = { collection: declaration.name, pid }
  const people = await peopleWithAccess(finds, target, rows, todayOf(deps, actor))
  return people.map(({ pid: person, title }) => ({ pid: person, title }))
}

/**
 * `GET /{collection}/{pid}/watch`: whether the actor watches the record, and for staff who does. Throws 404
 * for a record the actor may not read, 400 for a collection that cannot be watched.
 */
export async function getWatch(
  deps: DomainDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
): Promise<RecordWatch> {
  const record = await openRecord(deps, actor, declaration, pid)
  if (!isWatchable(record.declaration)) {
    const sentence = phrase('{{name}} can’t be watched.', { name: record.declaration.name })
    throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
  }
  const own = await read(
    deps,
    sql`select 1 as found from record_watches where user_pid = ${actor.pid} and record_pid = ${pid}`,
    z.unknown(),
  )
  return { isWatching: own.length > 0, watchers: await watchersOf(deps, actor, record.declaration, pid) }
}

/** `POST /{collection}/{pid}/watch`. Throws as `getWatch`, and 409 when the actor watches too much. */
export async function changeWatch(
  deps: DomainDeps,
  actor: Actor,
  declaration: Declaration,
  { pid, body }: { pid: string; body: unknown },
): Promise<RecordWatch> {
  const { isWatching } = await getWatch(deps, actor, declaration, pid)
  const wanted = toChange(body)
  if (wanted && !isWatching)
    await inTransaction(deps, async (trx) => {
      await requireRoom(trx, actor, 'record_watches', maxWatchedRecords)
      const row = {
        user_pid: actor.pid,
        collection: declaration.name,
        record_pid: pid,
        created_at: deps.clock.now(),
        pending_since: null,
      }
      await trx
        .insertInto('record_watches')
        .values(row)
        .onConflict((on) => on.doNothing())
        .execute()
    })
  if (!wanted) await stopWatching(deps, actor, 'record', pid)
  return getWatch(deps, actor, declaration, pid)
}

async function stopWatching(
  deps: DomainDeps,
  actor: Actor,
  what: 'record' | 'view',
  pid: string,
): Promise<void> {
  const { kysely } = deps.database
  if (what === 'record')
    await kysely
      .deleteFrom('record_watches')
      .where('user_pid', '=', actor.pid)
      .where('record_pid', '=', pid)
      .execute()
  else
    await kysely
      .deleteFrom('view_watches')
      .where('user_pid', '=', actor.pid)
      .where('view', '=', pid)
      .execute()
}

/**
 * `POST /views/{pid}/watch`. What the view shows now is known from here on; records that enter it later are
 * told. Throws 404 for a view the actor may not read, 409 for one with too many records or when the actor
 * watches too many. A view that is gone can still be left.
 */
export async function changeViewWatch(
  deps: DomainDeps,
  actor: Actor,
  { pid, body, viewDeps }: { pid: string; body: unknown; viewDeps: ViewDeps },
): Promise<Watches> {
  const wanted = toChange(body)
  if (!wanted) await stopWatching(deps, actor, 'view', pid)
  else {
    const view = await getView(deps, actor, pid, viewDeps)
    const members = await readMembers(deps, actor, view, viewDeps)
    if (members === null) {
      const sentence = phrase('“{{name}}” shows too many records to be watched. Narrow its filters.', {
        name: view.name,
      })
      throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
    }
    await inTransaction(deps, async (trx) => {
      const known = await trx
        .selectFrom('view_watches')
        .select('view')
        .where('user_pid', '=', actor.pid)
        .where('view', '=', pid)
        .execute()
      if (known.length > 0) return
      await requireRoom(trx, actor, 'view_watches', maxWatchedViews)
      const at = deps.clock.now()
      const row = {
        user_pid: actor.pid,
        view: pid,
        created_at: at,
        looked_at: at,
        filters: filtersText(view),
        members: members.map(({ seq }) => seq),
      }
      await trx
        .insertInto('view_watches')
        .values(row)
        .onConflict((on) => on.doNothing())
        .execute()
    })
  }
  return listWatches(deps, actor, viewDeps)
}

const Titled = z.object({ pid: z.string(), title: z.string(), at: z.date() })

/** `GET /watches`: what the actor watches and may still read, newest first. */
export async function listWatches(deps: DomainDeps, actor: Actor, viewDeps: ViewDeps): Promise<Watches> {
  const today = todayOf(deps, actor)
  const open = Object.values(collections).filter(
    (declaration) => isWatchable(declaration) && !viewDeps.closed.has(declaration.name),
  )
  const found = await Promise.all(
    open.map(async (declaration) => {
      const rows = readableRowsOf(declaration, actor, today)
      if (rows === null) return []
      const own = sql`join record_watches w on w.record_pid = t.pid and w.user_pid = ${actor.pid}`
      const titled = await read(
        deps,
        sql`select n.pid, coalesce(n.title, '') as title, n.at from (select ${namedRowSql(declaration)}, w.created_at as at ${rows.from(own)}) n`,
        Titled,
      )
      return titled.map((row) => ({ collection: declaration.name, ...row }))
    }),
  )
  const records = found
    .flat()
    .toSorted((a, b) => b.at.getTime() - a.at.getTime() || a.pid.localeCompare(b.pid))
  return {
    records: records.map(({ collection, pid, title }) => ({ collection, pid, title })),
    views: await watchedViews(deps, actor, viewDeps),
  }
}

async function watchedViews(deps: DomainDeps, actor: Actor, viewDeps: ViewDeps): Promise<Watches['views']> {
  const rows = await read(
    deps,
    sql`select view, members is null as "isTooLarge" from view_watches where user_pid = ${actor.pid} order by created_at desc, view`,
    z.object({ view: z.string(), isTooLarge: z.boolean() }),
  )
  const views = await Promise.all(
    rows.map(async ({ view: pid, isTooLarge }) => {
      const view = await findWatchedView(deps, actor, pid, viewDeps)
      return view === null ? [] : [{ pid, name: view.name, collection: view.collection, isTooLarge }]
    }),
  )
  return views.flat()
}

/** The view as the actor may read it now; null when it is gone or closed to them. */
export async function findWatchedView(deps: DomainDeps, actor: Actor, pid: string, viewDeps: ViewDeps) {
  try {
    return await getView(deps, actor, pid, viewDeps)
  } catch (error) {
    if (error instanceof Refusal && (error.type === 'not-found' || error.type === 'forbidden')) return null
    throw error
  }
}
