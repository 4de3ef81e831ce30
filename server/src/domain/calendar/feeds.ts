import { hash } from 'node:crypto'
import { Refusal, collections, invalid, phrase, refusalOf } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { NewCalendarFeed, calendarFields, maxFeeds } from '@portal/contract/calendar'
import type { CalendarFeed, MadeCalendarFeed } from '@portal/contract/calendar'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import type { RequestOrigin } from '#platform/auth/origin-of.ts'
import { findPersonActor } from '#platform/auth/person-actor.ts'
import { currentConfiguration } from '#platform/configuration/configuration.ts'
import { officeZone } from '#platform/configuration/office-zone.ts'
import { withAddedFields } from '#platform/configuration/with-added-fields.ts'
import { closedCollections } from '#platform/federation/registry.ts'
import { hashToken } from '#platform/sessions/sessions.queries.ts'
import { todayOf } from '#engine/query/reading.ts'
import { getView } from '#engine/views/views.ts'
import type { ViewDeps } from '#engine/views/views.ts'
import type { DomainDeps } from '#domain/deps.ts'
import type { FeedVersions } from './feed-versions.ts'
import { findFeedRow, listFeedRows, touchFeed } from './feeds.queries.ts'
import { readFeed } from './feed-text.ts'

async function viewDeps(deps: DomainDeps, actor: Actor): Promise<ViewDeps> {
  return {
    closed: await closedCollections(deps, actor),
    withAdded: (declaration: Declaration) => withAddedFields(deps, declaration),
  }
}

/** Whether the error says that a view is gone or closed to the reader. */
const isRefused = (error: unknown) =>
  error instanceof Refusal && (error.type === 'not-found' || error.type === 'forbidden')

/**
 * Handler of `POST /api/calendar/feeds`. Only the hash of the token in the address is stored. Throws 404 for
 * a view that the actor may not read, 400 for a view without dates, and 409 when there are too many feeds.
 */
export async function makeFeed(
  deps: DomainDeps,
  actor: Actor,
  body: unknown,
  origin: RequestOrigin,
): Promise<MadeCalendarFeed> {
  const parsed = NewCalendarFeed.safeParse(body ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'body')
  const view = parsed.data.view ?? null
  if (view !== null) {
    const { collection, name } = await getView(deps, actor, view, await viewDeps(deps, actor))
    if (calendarFields(collections[collection], actor).length === 0)
      throw invalid('body.view', 'out-of-range', phrase('body.view: “{{name}}” has no dates', { name }))
  }
  const [id, token, at] = [deps.ids.pid(), deps.ids.token(), deps.clock.now()]
  await deps.database.kysely.transaction().execute(async (trx) => {
    // The lock of the person's row makes concurrent calls count one after the other.
    await trx.selectFrom('users').select('pid').where('pid', '=', actor.pid).forUpdate().execute()
    const feeds = await trx
      .selectFrom('calendar_feeds')
      .select('id')
      .where('user_pid', '=', actor.pid)
      .execute()
    if (feeds.length >= maxFeeds) {
      const sentence = phrase('You have {{count}} calendar feeds. Revoke one first.', { count: feeds.length })
      throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
    }
    const row = {
      id,
      user_pid: actor.pid,
      view,
      token_hash: hashToken(token),
      created_at: at,
      last_used_at: null,
    }
    await trx.insertInto('calendar_feeds').values(row).execute()
    await writeAudit(trx, { kind: 'calendar-feed-made', at, actor: actor.pid, person: actor.pid, origin })
  })
  return { id, url: `${deps.environment.publicOrigin}/api/calendar/feeds/${token}.ics` }
}

/** Handler of `GET /api/calendar/feeds`: the feeds of the actor, without their addresses. */
export async function listFeeds(deps: DomainDeps, actor: Actor): Promise<CalendarFeed[]> {
  const parts = await viewDeps(deps, actor)
  const rows = await listFeedRows(deps.database, actor.pid)
  return Promise.all(
    rows.map(async (row): Promise<CalendarFeed> => {
      const view = row.view === null ? null : await findView(deps, actor, row.view, parts)
      return {
        id: row.id,
        view: view === null ? null : { pid: view.pid, name: view.name, collection: view.collection },
        isBroken: row.view !== null && view === null,
        createdAt: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at?.toISOString() ?? null,
      }
    }),
  )
}

async function findView(deps: DomainDeps, actor: Actor, pid: string, parts: ViewDeps) {
  try {
    return await getView(deps, actor, pid, parts)
  } catch (error) {
    if (isRefused(error)) return null
    throw error
  }
}

/** Handler of `DELETE /api/calendar/feeds/{id}`. Throws 404 for a feed that is not the actor's. */
export async function revokeFeed(
  deps: DomainDeps,
  actor: Actor,
  id: string,
  origin: RequestOrigin,
): Promise<void> {
  const at = deps.clock.now()
  await deps.database.kysely.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('calendar_feeds')
      .where('id', '=', id)
      .where('user_pid', '=', actor.pid)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw noSuchFeed()
    await writeAudit(trx, { kind: 'calendar-feed-revoked', at, actor: actor.pid, person: actor.pid, origin })
  })
}

/** The same answer for every address that gives nothing, so that it does not say why. */
export const noSuchFeed = (): Refusal => new Refusal('not-found', 'There is no such calendar.')

/** A calendar and its entity tag; without text when the reader has this version. */
interface FeedText {
  text: string | null
  etag: string
}

/**
 * The calendar of a token, with the rights its owner has now, or only its tag when `hasVersion` accepts it.
 * Throws 404 for an unknown or revoked token, an owner who has lost access, and a view that they can no
 * longer read.
 */
export async function openFeed(
  deps: DomainDeps,
  tokenHash: string,
  versions: FeedVersions,
  hasVersion: (etag: string) => boolean,
): Promise<FeedText> {
  const feed = await findFeedRow(deps, tokenHash)
  const actor =
    feed === undefined
      ? null
      : await findPersonActor(deps.database.kysely, feed.user_pid, await officeZone(deps))
  if (feed === undefined || actor === null) throw noSuchFeed()
  try {
    const parts = await viewDeps(deps, actor)
    const { version } = await currentConfiguration(deps)
    const further = [version, todayOf(deps, actor), [...parts.closed]]
    const basis = { feed: feed.id, actor, view: feed.view, further }
    const known = await versions.findCurrent(basis)
    if (known !== null && hasVersion(known)) {
      await touchFeed(deps.database, feed, deps.clock.now())
      return { text: null, etag: known }
    }
    // First, so that what is written meanwhile counts as not seen.
    const snapshot = await versions.snapshot()
    const text = await readFeed(deps, actor, feed.view, parts)
    await touchFeed(deps.database, feed, deps.clock.now())
    const etag = `"${hash('sha256', text, 'base64url')}"`
    versions.keep(basis, etag, snapshot)
    return { text: hasVersion(etag) ? null : text, etag }
  } catch (error) {
    throw isRefused(error) ? noSuchFeed() : error
  }
}
