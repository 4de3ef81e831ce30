import {
  Refusal,
  collections,
  maxRecordsOfWatchedView,
  watchRules,
  watchedChangesGatheredMs,
} from '@portal/contract'
import type { Actor, Declaration, View } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { findPersonActor } from '#platform/auth/person-actor.ts'
import { officeZone } from '#platform/configuration/office-zone.ts'
import { withAddedFields } from '#platform/configuration/with-added-fields.ts'
import { closedCollections } from '#platform/federation/registry.ts'
import { labelIn } from '#platform/language/label-in.ts'
import { getView } from '#engine/views/views.ts'
import type { ViewDeps } from '#engine/views/views.ts'
import { run } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { notify } from '../notifications/notify.ts'
import { alertPerson } from '../notifications/personal-alerts.ts'
import { asPortal } from '../permits/automatic/due-transitions.ts'
import { watchingTexts } from './texts.ts'
import { filtersText, readMembers } from './view-members.ts'
import type { Member } from './view-members.ts'

const batch = 20
/** Views that one run reads; the others wait for the next one, those that waited longest first. */
const maxPerRun = 200
/** A run ends after this time, so that slow views do not hold back other work. */
const maxRunMs = 10_000
const maxNamed = 3

const Watched = z.object({
  user: z.string(),
  view: z.string(),
  looked: z.date(),
  filters: z.string(),
  members: z.array(z.number()).nullable(),
})
type Watched = z.infer<typeof Watched>

/** A watched view as its watcher may read it now. */
interface OpenView {
  actor: Actor
  view: View
  /** Null when there are too many. */
  members: Member[] | null
}

/** Null when the watcher cannot read it at the moment; `gone` when the view no longer exists for them. */
async function openView(deps: DomainDeps, { user, view: pid }: Watched): Promise<OpenView | 'gone' | null> {
  const actor = await findPersonActor(deps.database.kysely, user, await officeZone(deps))
  if (actor === null) return null
  const viewDeps: ViewDeps = {
    closed: await closedCollections(deps, actor),
    withAdded: (declaration: Declaration) => withAddedFields(deps, declaration),
  }
  try {
    const view = await getView(deps, actor, pid, viewDeps)
    return { actor, view, members: await readMembers(deps, actor, view, viewDeps) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.type === 'not-found') return 'gone'
    if (error.type === 'forbidden') return null
    throw error
  }
}

/** Those of the records that somebody else changed since, or nobody: time alone can bring a record in. */
async function byOthers(
  { deps, trx }: WriteContext,
  members: readonly Member[],
  { user, looked }: Watched,
): Promise<Member[]> {
  const own = await run(
    deps.database,
    trx,
    sql`select h.pid from record_history h where h.pid = any(${members.map(({ pid }) => pid)}::text[]) and h.at > ${looked}::timestamptz
      group by h.pid having bool_and(h.actor is not distinct from ${user}::text)`,
    z.object({ pid: z.string() }),
  )
  const pids = new Set(own.map(({ pid }) => pid))
  return members.filter(({ pid }) => !pids.has(pid))
}

/** The address of the view; with the record open where it is about one. */
function linkOf({ view }: OpenView, members: readonly Member[]): string | undefined {
  const { page } = collections[view.collection]
  const [only] = members
  if (page === null || only === undefined) return undefined
  const query = new URLSearchParams({ page: '1', view: view.pid })
  const [path = '', ownQuery] = page.split('?')
  if (ownQuery !== undefined) {
    if (members.length === 1) query.set('record', only.pid)
    return `${path}?${query.toString()}`
  }
  const address = members.length === 1 ? page.replace('{pid}', only.pid) : page.replace('/{pid}', '')
  return `${address}?${query.toString()}`
}

async function tellEntered(
  context: WriteContext,
  opened: OpenView,
  members: readonly Member[],
): Promise<void> {
  const { actor, view } = opened
  const language = actor.language ?? 'en'
  const say = watchingTexts(language)
  const [first] = members
  if (first === undefined) return
  const name = labelIn(language, view.name)
  const link = linkOf(opened, members)
  const titles = members.slice(0, maxNamed).map(({ title }) => title)
  const records = titles.join(', ')
  const rest = members.length - titles.length
  const words =
    members.length === 1
      ? { title: say('entered', { view: name, what: first.title }), message: '' }
      : {
          title: say('enteredMany', { view: name, count: members.length }),
          message: rest === 0 ? records : say('andMore', { records, count: rest }),
        }
  await notify(context, {
    kind: 'WATCHED',
    rule: watchRules.view,
    severity: 'INFO',
    collection: view.collection,
    pid: first.pid,
    org: actor.org,
    staff: [actor.pid],
    words: () => words,
    client: null,
    messageKind: null,
    ...(link !== undefined && { link }),
  })
}

async function tellTooLarge(context: WriteContext, opened: OpenView): Promise<void> {
  const { actor, view } = opened
  const { deps, trx, now } = context
  const { page } = collections[view.collection]
  const path = page?.split('?')[0]?.replace('/{pid}', '')
  await alertPerson({ deps, trx, now }, actor.pid, {
    kind: 'WATCHED',
    rule: watchRules.view,
    severity: 'INFO',
    words: (language) => ({
      title: watchingTexts(language)('tooLarge', { view: labelIn(language, view.name) }),
      message: watchingTexts(language)('tooLargeWhy', { max: maxRecordsOfWatchedView }),
    }),
    ...(path !== undefined && {
      link: `${path}?${new URLSearchParams({ page: '1', view: view.pid }).toString()}`,
    }),
  })
}

/** Notes what the view shows now and tells what is new. Returns whether it told something. */
async function lookAt(deps: DomainDeps, watched: Watched): Promise<boolean> {
  const { user, view: pid, looked } = watched
  const now = deps.clock.now()
  const opened = await openView(deps, watched)
  return asPortal(deps, 'permits', async (context) => {
    const { trx } = context
    if (opened === 'gone') {
      await trx.deleteFrom('view_watches').where('user_pid', '=', user).where('view', '=', pid).execute()
      return false
    }
    const members = opened?.members?.map(({ seq }) => seq) ?? null
    const values =
      opened === null
        ? { looked_at: now }
        : { looked_at: now, filters: filtersText(opened.view), members: members }
    const { numUpdatedRows } = await trx
      .updateTable('view_watches')
      .set(values)
      .where('user_pid', '=', user)
      .where('view', '=', pid)
      .where('looked_at', '=', looked)
      .executeTakeFirstOrThrow()
    // Another server was faster, or the person no longer watches it.
    if (numUpdatedRows === 0n || opened === null) return false
    // What is new to other filters, or to a view that was too large, was not new to its records.
    if (watched.members === null || watched.filters !== filtersText(opened.view)) return false
    if (opened.members === null) {
      await tellTooLarge(context, opened)
      return true
    }
    const known = new Set(watched.members)
    const entered = await byOthers(
      context,
      opened.members.filter(({ seq }) => !known.has(seq)),
      watched,
    )
    await tellEntered(context, opened, entered)
    return entered.length > 0
  })
}

/**
 * Reads each watched view once a minute and tells of the records that entered it. Returns the number of
 * notifications.
 */
export async function checkWatchedViews(deps: DomainDeps, signal: AbortSignal): Promise<number> {
  const startedAt = performance.now()
  const before = new Date(deps.clock.now().getTime() - watchedChangesGatheredMs)
  let [read, sent] = [0, 0]
  const next = () =>
    deps.database.slowQuery(
      `select user_pid as user, view, looked_at as looked, filters, members from view_watches where looked_at <= $1::timestamptz
        order by looked_at, user_pid, view limit ${batch}`,
      [before],
      Watched,
    )
  for (let due = await next(); due.length > 0; due = await next()) {
    for (const each of due) {
      if (signal.aborted || read >= maxPerRun || performance.now() - startedAt > maxRunMs) return sent
      read += 1
      try {
        if (await lookAt(deps, each)) sent += 1
      } catch (error) {
        deps.log.warn({ err: error, view: each.view }, 'a watched view could not be read')
        await postpone(deps, each)
      }
    }
  }
  return sent
}

/** One that fails waits its turn, so that it does not hold back the others. */
async function postpone({ database, clock }: DomainDeps, { user, view }: Watched): Promise<void> {
  await database.kysely
    .updateTable('view_watches')
    .set({ looked_at: clock.now() })
    .where('user_pid', '=', user)
    .where('view', '=', view)
    .execute()
}
