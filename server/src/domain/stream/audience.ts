import { CollectionName, isStaff } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { officeAddresses } from '#platform/configuration/office-addresses.ts'
import { isInternal } from '#engine/history/history-actions.ts'
import { visiblePids } from '#engine/query/visible-pids.ts'
import { readableViewPids } from '#engine/views/views.queries.ts'
import { moduleClosing } from '#platform/federation/module-switches.ts'
import { closedCollections } from '#platform/federation/registry.ts'
import type { DomainDeps } from '../deps.ts'
import type { HistoryEvent } from './history.queries.ts'

/** Events that are not about records and that every signed-in person may see. */
const openToAll = new Set(['config', 'registry'])

/**
 * People with the same row rules share one result. Alerts and notifications are personal, and clients differ
 * by organization and person.
 */
export function audienceKey(actor: Actor, collection: string): string {
  const isPersonal = !isStaff(actor.role) || collection === 'alerts' || collection === 'notifications'
  return isPersonal ? `${actor.role} ${actor.pid}` : actor.role
}

/** Calls that an event belongs to. If their module is off for a role, its events are hidden as well. */
const callsOf: Readonly<Record<string, string>> = { files: '/api/files' }

/**
 * Who sees the events of features that are not collections, by name. The feature is called once per batch and
 * then for each person.
 */
export type EventRules = Readonly<
  Record<
    string,
    (deps: DomainDeps, events: readonly HistoryEvent[]) => (actor: Actor) => Promise<readonly HistoryEvent[]>
  >
>

function byCollection(events: readonly HistoryEvent[]): Map<string, HistoryEvent[]> {
  return Map.groupBy(events, (event) => event.collection)
}

/**
 * If a job changed more records of a collection than this, they become one event without a pid and with the
 * action `bulk`. The page then reads the collection again.
 */
const maxSingleEvents = 20

function coalesced(events: readonly HistoryEvent[]): HistoryEvent[] {
  const byJob = Map.groupBy(events, ({ job, collection }) =>
    job === null ? null : JSON.stringify([job, collection]),
  )
  return [...byJob].flatMap(([key, list]) => {
    const last = list.at(-1)
    if (key === null || last === undefined || list.length <= maxSingleEvents) return list
    return [{ ...last, pid: '', action: 'bulk', version: 0 }]
  })
}

/** Filters the events of a batch for an actor. Queries the database once per collection and audience. */
export class Audience {
  readonly #deps: DomainDeps
  readonly #ruled: ReadonlyMap<string, (actor: Actor) => Promise<readonly HistoryEvent[]>>
  readonly #events: Map<string, HistoryEvent[]>
  readonly #visible = new Map<string, Promise<ReadonlySet<string>>>()
  readonly #ruledAnswers = new Map<string, Promise<readonly HistoryEvent[]>>()
  readonly #closed = new Map<string, Promise<ReadonlySet<string>>>()

  constructor(deps: DomainDeps, rules: EventRules, events: readonly HistoryEvent[]) {
    this.#deps = deps
    this.#events = byCollection(events)
    this.#ruled = new Map(
      Object.entries(rules).flatMap(([collection, rule]) => {
        const own = this.#events.get(collection)
        return own === undefined ? [] : [[collection, rule(deps, own)]]
      }),
    )
  }

  async eventsFor(actor: Actor): Promise<HistoryEvent[]> {
    const lists = await Promise.all(
      [...this.#events].map(([collection, events]) => this.#ofCollection(actor, collection, events)),
    )
    return lists.flat().toSorted((a, other) => a.id - other.id)
  }

  async #ofCollection(
    actor: Actor,
    collection: string,
    events: readonly HistoryEvent[],
  ): Promise<readonly HistoryEvent[]> {
    if (openToAll.has(collection)) return events
    if (collection === 'job') return events.filter((event) => event.actor === actor.pid)
    if (collection === 'views') {
      const readable = await readableViewPids(this.#deps.database, actor, [
        ...new Set(events.map((event) => event.pid)),
      ])
      return events.filter((event) => readable.has(event.pid))
    }
    if (collection === 'mail') {
      const mailboxes = await this.#mailboxesOf(actor)
      return events.filter((event) => mailboxes.has(event.pid))
    }
    const rule = this.#ruled.get(collection)
    if (rule !== undefined) return this.#byRule(actor, collection, rule)
    const known = CollectionName.safeParse(collection)
    if (!known.success || (await this.#closedFor(actor)).has(known.data)) return []
    const visible = await this.#visibleTo(actor, known.data, events)
    const seen = events.filter(
      (event) => visible.has(event.pid) && (isStaff(actor.role) || !isInternal(event.action)),
    )
    return coalesced(seen)
  }

  async #byRule(
    actor: Actor,
    collection: string,
    rule: (actor: Actor) => Promise<readonly HistoryEvent[]>,
  ): Promise<readonly HistoryEvent[]> {
    const calls = callsOf[collection]
    if (calls !== undefined && (await moduleClosing(this.#deps, actor, calls)) !== null) return []
    const key = `${collection} ${audienceKey(actor, collection)}`
    const response = this.#ruledAnswers.get(key) ?? rule(actor)
    this.#ruledAnswers.set(key, response)
    return response
  }

  /** Mailboxes that a person reads: their own and, for staff, those of the office. Clients have no mail. */
  async #mailboxesOf(actor: Actor): Promise<ReadonlySet<string>> {
    if (!isStaff(actor.role)) return new Set()
    return new Set([actor.pid, ...(await officeAddresses(this.#deps))])
  }

  #visibleTo(
    actor: Actor,
    collection: CollectionName,
    events: readonly HistoryEvent[],
  ): Promise<ReadonlySet<string>> {
    const key = `${collection} ${audienceKey(actor, collection)}`
    const pids = () =>
      visiblePids(
        this.#deps.database,
        actor,
        collection,
        [...new Set(events.map((event) => event.pid))],
        'any',
      )
    const response = this.#visible.get(key) ?? pids()
    this.#visible.set(key, response)
    return response
  }

  #closedFor(actor: Actor): Promise<ReadonlySet<string>> {
    const response = this.#closed.get(actor.role) ?? closedCollections(this.#deps, actor)
    this.#closed.set(actor.role, response)
    return response
  }
}
