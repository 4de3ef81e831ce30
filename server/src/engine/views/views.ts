import { isDeepStrictEqual } from 'node:util'
import {
  Refusal,
  SavedView,
  ViewPatch,
  ViewsQuery,
  collections,
  findCollection,
  invalid,
  isAdministrator,
  isStaff,
  readyViews,
  refusalOf,
  phrase,
} from '@portal/contract'
import type { Actor, Declaration, ReadyView, View } from '@portal/contract'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { insertHistorySql } from '#platform/database/insert-history.ts'
import type { Tables } from '#platform/database/tables.ts'
import { isPlausiblePid } from '../query/get-record.ts'
import { read, todayOf } from '../query/reading.ts'
import type { RecordDeps } from '../query/reading.ts'
import { listableRows } from '../query/visibility.ts'
import { inTransaction, run } from '../write/writing.ts'
import type { FieldChange } from '../write/writing.ts'
import { checkViewFields, isReadableView, withoutRemovedFields } from './view-fields.ts'
import { StoredView, clearDefault, mayChange, toView, viewSql, viewsSql } from './views.queries.ts'
import { advisoryLocks } from '#platform/database/advisory-locks.ts'

type Sent = Omit<SavedView, 'pid' | 'version'>

function noSuchView(pid: string): Refusal {
  return new Refusal('not-found', phrase('View {{pid}} not found.', { pid: pid.slice(0, 64) }))
}

/** What the view requests need from other parts of the server. */
export interface ViewDeps {
  /** Collections whose module is off for the actor's role. */
  closed: ReadonlySet<string>
  /** The declaration with its added fields. */
  withAdded(declaration: Declaration): Promise<Declaration>
}

/**
 * The collection of a view. Throws 400 for an unknown collection, 403 for one that is closed to the actor.
 */
async function openFor(
  deps: RecordDeps,
  actor: Actor,
  name: string,
  { closed, withAdded }: ViewDeps,
  path: string,
): Promise<Declaration> {
  const declaration = findCollection(name)
  if (declaration === undefined)
    throw invalid(
      path,
      'unknown-collection',
      phrase('{{path}}: there is no collection {{name}}', { path, name: name.slice(0, 100) }),
    )
  if (closed.has(declaration.name))
    throw new Refusal(
      'forbidden',
      phrase('The module of {{name}} is switched off for your role.', { name: declaration.name }),
    )
  listableRows(declaration, actor, { today: todayOf(deps, actor) })
  return withAdded(declaration)
}

/** The stored view without removed fields; null if it is no longer valid. */
async function currentView(stored: StoredView, actor: Actor, { withAdded }: ViewDeps): Promise<View | null> {
  const view = toView(stored, actor)
  return view === null ? null : withoutRemovedFields(await withAdded(collections[view.collection]), view)
}

async function isUsable(view: View, actor: Actor, { withAdded }: ViewDeps): Promise<boolean> {
  const declaration = await withAdded(collections[view.collection])
  return view.owner?.pid === actor.pid || isStaff(actor.role) || isReadableView(declaration, actor, view)
}

const toReadyMade = ({ filters, ...view }: ReadyView): View => ({
  ...view,
  filters: { ...filters },
  version: 1,
  visibility: 'everyone',
  isDefaultFor: null,
  owner: null,
  mayChange: false,
  isReadyMade: true,
})

const findReadyMade = (pid: string): View | null => {
  const found = readyViews.find((view) => view.pid === pid)
  return found === undefined ? null : toReadyMade(found)
}

/** Throws for a built-in view, which cannot be changed. */
function refuseReadyMade(pid: string): void {
  const view = findReadyMade(pid)
  if (view !== null)
    throw new Refusal(
      'forbidden',
      phrase('“{{name}}” is a built-in view and can’t be changed. Save a copy and change the copy.', {
        name: view.name,
      }),
    )
}

/**
 * `GET /views`: built-in views, then the views the actor may read, of one collection or of all open to them.
 */
export async function listViews(
  deps: RecordDeps,
  actor: Actor,
  query: unknown,
  viewDeps: ViewDeps,
): Promise<View[]> {
  const parsed = ViewsQuery.safeParse(query ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'query')
  const { collection } = parsed.data
  const open = Object.values(collections).filter(
    ({ name, access }) => !viewDeps.closed.has(name) && access.read(actor) !== 'closed',
  )
  const names =
    collection === undefined
      ? open.map(({ name }) => name)
      : [(await openFor(deps, actor, collection, viewDeps, 'query.collection')).name]
  const stored = await read(deps, viewsSql(actor, names), StoredView)
  const readyMade = readyViews.filter(({ collection: of }) => names.includes(of)).map(toReadyMade)
  const kept = await Promise.all(stored.map((each) => currentView(each, actor, viewDeps)))
  const views = [...readyMade, ...kept.filter((view) => view !== null)]
  const usable = await Promise.all(views.map((view) => isUsable(view, actor, viewDeps)))
  return views.filter((_, at) => usable[at])
}

/** `GET /views/{pid}`. Throws 404 for a view the actor may not see, 403 if its collection is closed. */
export async function getView(
  deps: RecordDeps,
  actor: Actor,
  pid: string,
  viewDeps: ViewDeps,
): Promise<View> {
  const [stored] = isPlausiblePid(pid) ? await read(deps, viewSql(actor, pid), StoredView) : []
  const view = stored === undefined ? findReadyMade(pid) : await currentView(stored, actor, viewDeps)
  if (view === null || !(await isUsable(view, actor, viewDeps))) throw noSuchView(pid)
  await openFor(deps, actor, view.collection, viewDeps, 'apiPath')
  return view
}

/**
 * Only staff share views, since a shared view of a client would reach other organizations. A view reaches
 * clients only if it is explicitly shared with them. Only administrators set the default of a role.
 */
function checkSharing(
  actor: Actor,
  { visibility, isDefaultFor }: Pick<Sent, 'visibility' | 'isDefaultFor'>,
  was?: View,
): void {
  if (!isStaff(actor.role) && visibility !== undefined && visibility !== 'mine')
    throw new Refusal('forbidden', 'You can save views only for yourself.')
  const changesDefault = isDefaultFor !== undefined && isDefaultFor !== (was?.isDefaultFor ?? null)
  if (changesDefault && !isAdministrator(actor.role))
    throw new Refusal('forbidden', 'Only administrators can set a role’s default view.')
}

interface ViewWrite {
  deps: RecordDeps
  trx: Transaction<Tables>
  actor: Actor
  now: Date
}

function viewHistorySql(
  { actor, now }: ViewWrite,
  pid: string,
  action: string,
  version: number,
  changes: readonly FieldChange[],
) {
  return insertHistorySql({ at: now, collection: 'views', pid, action, version, actor: actor.pid, changes })
}

const defaultsLock = advisoryLocks.defaultViews

/**
 * Lets no other transaction set a default view. Taken before the row of a view, which the other one may
 * clear.
 */
async function lockDefaults({ deps, trx }: ViewWrite, isDefaultFor: unknown): Promise<void> {
  if (isDefaultFor) await run(deps.database, trx, sql`select pg_advisory_xact_lock(${defaultsLock}::bigint)`)
}

async function takeDefault(write: ViewWrite, view: Sent, pid: string): Promise<void> {
  const { deps, trx, now } = write
  if (!view.isDefaultFor) return
  const others = await clearDefault(deps.database, trx, {
    collection: view.collection,
    role: view.isDefaultFor,
    except: pid,
    at: now,
  })
  for (const other of others) {
    const change = { field: 'isDefaultFor', from: view.isDefaultFor, to: null }
    await run(deps.database, trx, viewHistorySql(write, other.pid, 'update', other.version, [change]))
  }
}

/** The part of a view that is stored as sent; visibility and default have their own columns. */
function stateOf({ visibility: _visibility, isDefaultFor: _isDefaultFor, ...state }: Sent): string {
  return JSON.stringify(state)
}

function diffViews(before: Partial<Sent>, after: Sent): FieldChange[] {
  const old = new Map<string, unknown>(Object.entries(before))
  return Object.entries(after)
    .map(([field, to]) => ({ field, from: old.get(field) ?? null, to: to ?? null }))
    .filter(({ from, to }) => !isDeepStrictEqual(from, to))
}

/** `POST /views`: creates a view and returns it. */
export async function createView(
  deps: RecordDeps,
  actor: Actor,
  body: unknown,
  viewDeps: ViewDeps,
): Promise<View> {
  const parsed = SavedView.safeParse(body)
  if (!parsed.success) throw refusalOf(parsed.error, 'body')
  const { pid: _pid, version: _version, ...sent } = parsed.data
  const declaration = await openFor(deps, actor, sent.collection, viewDeps, 'body.collection')
  checkSharing(actor, sent)
  checkViewFields(declaration, actor, sent)
  const pid = deps.ids.pid()
  await inTransaction(deps, async (trx) => {
    const write = { deps, trx, actor, now: deps.clock.now() }
    await lockDefaults(write, sent.isDefaultFor)
    await takeDefault(write, sent, pid)
    const { visibility = 'mine', isDefaultFor = null } = sent
    await run(
      deps.database,
      trx,
      sql`with made as (insert into views (pid, collection, owner, visibility, role, default_for, state, created_at, updated_at)
          values (${pid}, ${sent.collection}, ${actor.pid}, ${visibility}, ${actor.role}, ${isDefaultFor}, ${stateOf(sent)}::jsonb,
            ${write.now}::timestamptz, ${write.now}::timestamptz))
        ${viewHistorySql(write, pid, 'create', 1, diffViews({}, sent))}`,
    )
  })
  deps.writes.notify()
  return getView(deps, actor, pid, viewDeps)
}

/**
 * Locks a view the actor may change until the end of the transaction. Throws 404 for a view the actor may not
 * see, 403 for one they may not change.
 */
async function lockView({ deps, trx, actor }: ViewWrite, pid: string, viewDeps: ViewDeps): Promise<View> {
  refuseReadyMade(pid)
  const [stored] = isPlausiblePid(pid)
    ? await run(deps.database, trx, sql`${viewSql(actor, pid)} for update of v`, StoredView)
    : []
  const view = stored === undefined ? null : await currentView(stored, actor, viewDeps)
  if (stored === undefined || view === null || !(await isUsable(view, actor, viewDeps))) throw noSuchView(pid)
  if (!mayChange(stored, actor))
    throw new Refusal('forbidden', 'Only the view’s owner or an administrator can change it.')
  return view
}

/**
 * `PATCH /views/{pid}`: absent members keep their values. Throws 409 with the current view for a stale
 * `version`.
 */
export async function patchView(
  deps: RecordDeps,
  actor: Actor,
  pid: string,
  body: unknown,
  viewDeps: ViewDeps,
): Promise<View> {
  const parsed = ViewPatch.safeParse(body)
  const saved = await inTransaction(deps, async (trx): Promise<View> => {
    const write = { deps, trx, actor, now: deps.clock.now() }
    await lockDefaults(write, parsed.data?.isDefaultFor)
    const view = await lockView(write, pid, viewDeps)
    const { owner, mayChange: _mayChange, version, pid: _pid, ...before } = view
    const declaration = await openFor(deps, actor, view.collection, viewDeps, 'apiPath')
    if (!parsed.success) throw refusalOf(parsed.error, 'body')
    const { pid: _same, version: expected, ...patch } = parsed.data
    checkSharing(actor, patch, view)
    if (patch.collection !== undefined && patch.collection !== view.collection) {
      throw invalid(
        'body.collection',
        'out-of-range',
        'body.collection: the collection of a view can’t be changed',
      )
    }
    const isTakenAway = patch.visibility === 'mine' && view.visibility !== 'mine' && owner?.pid !== actor.pid
    if (isTakenAway) throw new Refusal('forbidden', 'Only the view’s owner can make it private.')
    const after: Sent = { ...before, ...patch, collection: view.collection, name: patch.name ?? view.name }
    checkViewFields(declaration, actor, after)
    if (expected !== undefined && expected !== version) {
      throw new Refusal('version-conflict', 'This view was changed by someone else.', {
        current: { ...view },
      })
    }
    await takeDefault(write, after, pid)
    const { visibility = 'mine', isDefaultFor = null } = after
    await run(
      deps.database,
      trx,
      sql`with saved as (update views set visibility = ${visibility}, default_for = ${isDefaultFor}, state = ${stateOf(after)}::jsonb,
          version = ${version + 1}, updated_at = ${write.now}::timestamptz where pid = ${pid})
        ${viewHistorySql(write, pid, 'update', version + 1, diffViews(before, after))}`,
    )
    return { ...view, ...after, visibility, isDefaultFor, version: version + 1 }
  })
  deps.writes.notify()
  return saved
}

/** `DELETE /views/{pid}`; returns the collection of the view. */
export async function deleteView(
  deps: RecordDeps,
  actor: Actor,
  pid: string,
  viewDeps: ViewDeps,
): Promise<string> {
  const collection = await inTransaction(deps, async (trx) => {
    const write = { deps, trx, actor, now: deps.clock.now() }
    const view = await lockView(write, pid, viewDeps)
    await run(
      deps.database,
      trx,
      sql`with gone as (update views set deleted_at = ${write.now}::timestamptz, version = ${view.version + 1} where pid = ${pid})
        ${viewHistorySql(write, pid, 'delete', view.version + 1, [])}`,
    )
    return view.collection
  })
  deps.writes.notify()
  return collection
}
