import { CollectionName, isStaff, maxPresent, showsPresence, toRole } from '@portal/contract'
import type { Actor, Presence } from '@portal/contract'
import type { DomainDeps } from '../../deps.ts'
import { presenceText } from '../event-text.ts'
import type { StreamListener } from '../listener.ts'
import { GatheredPids } from './gathered-pids.ts'
import { listPresent, removePlace, removePlacesOf, removeStalePlaces, savePlace } from './presence.queries.ts'
import type { PresentRow, ReportedPlace } from './presence.queries.ts'

const channel = 'presence'
/**
 * A browser whose stream ended has left unless it reported since: a page reports as soon as its stream is
 * back, which takes about two seconds.
 */
const goneAfterMs = 5_000
const staleSweptMs = 30_000

type Present = PresentRow & { actor: Pick<Actor, 'role' | 'org'> }

const withRole = (row: PresentRow): Present[] => {
  const role = toRole(row.role)
  return role === null ? [] : [{ ...row, actor: { role, org: row.org } }]
}

/** Who is at a record, as the viewer may see it; each person once, with what they edit. Pure. */
export function presenceFor(
  viewer: Pick<Actor, 'role' | 'org'>,
  at: Pick<Presence, 'collection' | 'pid'>,
  present: readonly Present[],
): Presence {
  const people = [...Map.groupBy(present, ({ pid }) => pid).values()].flatMap((pages) => {
    const [first] = pages
    const field = pages.find((page) => page.field !== null)?.field ?? null
    return first !== undefined && showsPresence(viewer, first.actor, field !== null)
      ? [{ pid: first.pid, name: first.name, field }]
      : []
  })
  return { ...at, people: people.slice(0, maxPresent), more: Math.max(0, people.length - maxPresent) }
}

/**
 * Who is at which record, told to the open pages at that record. Where pages are is in the database, and a
 * NOTIFY names the records where something changed, so that pages of all servers learn of it.
 */
export class PresenceFeed {
  readonly #deps: Pick<DomainDeps, 'database' | 'clock' | 'log'>
  readonly #listenersOf: (sessions: ReadonlySet<string>) => readonly StreamListener[]
  /** Records where something changed, to be named to all servers. */
  readonly #changed: GatheredPids
  /** Records that a server named, to be read and told to the pages of this one. */
  readonly #named: GatheredPids
  readonly #departures = new Map<string, NodeJS.Timeout>()
  #started: Promise<void> | undefined
  #unlisten: (() => Promise<void>) | undefined
  #sweep: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(
    deps: Pick<DomainDeps, 'database' | 'clock' | 'log'>,
    listenersOf: (sessions: ReadonlySet<string>) => readonly StreamListener[],
  ) {
    this.#deps = deps
    this.#listenersOf = listenersOf
    // Each page repeats its report, so what fails is told later.
    const onError = (error: unknown) => deps.log.warn({ err: error }, 'presence was not told')
    this.#changed = new GatheredPids((pids) => this.#announce(pids), onError)
    this.#named = new GatheredPids((pids) => this.#tell(pids), onError)
  }

  /** Begins to follow the other servers, before the first stream. */
  start(): Promise<void> {
    this.#started ??= this.#begin()
    return this.#started
  }

  async #begin(): Promise<void> {
    const { database, clock } = this.#deps
    this.#unlisten = await database.listen(channel, (payload) => this.#named.add(payload.split(',')))
    const sweep = () => removeStalePlaces(database, clock.now())
    this.#sweep = setInterval(() => this.#remove(sweep), staleSweptMs).unref()
  }

  /** Stores where a page is. Returns who else is there, as the viewer may see it. */
  async report(viewer: Actor, place: ReportedPlace): Promise<Presence> {
    const { database, clock } = this.#deps
    const { from, had, hasOthers } = await savePlace(database, place, clock.now())
    if (from !== null && from !== place.pid) this.#changed.add([from])
    const isNews = from !== place.pid || had !== place.field
    if (isNews && hasOthers) this.#changed.add([place.pid])
    const rows = await listPresent(database, [place.pid], clock.now())
    const at = { collection: CollectionName.parse(place.collection), pid: place.pid }
    return presenceFor(viewer, at, rows.flatMap(withRole))
  }

  async leave(sessionHash: string, tab: string): Promise<void> {
    this.#changed.add(await removePlace(this.#deps.database, sessionHash, tab))
  }

  /** The pages of a session have left, unless their browser comes back in time. */
  streamClosed(sessionHash: string): void {
    if (this.#isClosed) return
    const until = this.#deps.clock.now()
    clearTimeout(this.#departures.get(sessionHash))
    const leave = () => {
      this.#departures.delete(sessionHash)
      if (this.#listenersOf(new Set([sessionHash])).length > 0) return
      this.#remove(() => removePlacesOf(this.#deps.database, sessionHash, until))
    }
    this.#departures.set(sessionHash, setTimeout(leave, goneAfterMs).unref())
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#sweep)
    for (const timer of this.#departures.values()) clearTimeout(timer)
    await this.#unlisten?.()
    await Promise.all([this.#changed.close(), this.#named.close()])
  }

  #remove(remove: () => Promise<readonly string[]>): void {
    remove().then(
      (pids) => this.#changed.add(pids),
      (error: unknown) => this.#deps.log.warn({ err: error }, 'pages that left a record were not removed'),
    )
  }

  async #announce(pids: readonly string[]): Promise<void> {
    await this.#deps.database.query(
      "select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)",
      [channel, pids.join(',')],
    )
  }

  async #tell(pids: readonly string[]): Promise<void> {
    const { database, clock } = this.#deps
    const rows = (await listPresent(database, pids, clock.now())).flatMap(withRole)
    const listeners = Map.groupBy(
      this.#listenersOf(new Set(rows.map(({ session }) => session))),
      ({ sessionHash }) => sessionHash,
    )
    for (const present of Map.groupBy(rows, ({ record }) => record).values()) {
      const [first] = present
      const collection = CollectionName.safeParse(first?.collection)
      if (first === undefined || !collection.success) continue
      const at = { collection: collection.data, pid: first.record }
      const texts = new Map<string, string>()
      const sessions = [...new Set(present.map(({ session }) => session))]
      for (const listener of sessions.flatMap((session) => listeners.get(session) ?? [])) {
        const { role, org } = listener.actor
        // Staff see the same, and so do the people of one organization.
        const audience = isStaff(role) ? '' : `client ${org ?? ''}`
        const text = texts.get(audience) ?? presenceText(presenceFor(listener.actor, at, present))
        texts.set(audience, text)
        listener.send(text)
      }
    }
  }
}
