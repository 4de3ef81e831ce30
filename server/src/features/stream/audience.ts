import { CollectionName, isStaff } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { isInternal } from '#records/history-actions.ts'
import { visiblePids } from '#records/visibility.ts'
import { closedCollections } from '#federation/registry.ts'
import type { Deps } from '../../deps.ts'
import type { HistoryEvent } from './history.queries.ts'

/** Events that are no records and that everybody signed in may know of. */
const openToAll = new Set(['config', 'registry'])

/** People of whom every row rule says the same share one answer. Alerts are personal, clients differ by organization and person. */
export function audienceKey(actor: Actor, collection: string): string {
  const isPersonal = !isStaff(actor.role) || collection === 'alerts' || collection === 'notifications'
  return isPersonal ? `${actor.role} ${actor.pid}` : actor.role
}

function byCollection(events: readonly HistoryEvent[]): Map<string, HistoryEvent[]> {
  return Map.groupBy(events, (event) => event.collection)
}

/** Answers which events of one batch an actor may see, asking the database once a collection and audience. */
export class Audience {
  readonly #deps: Deps
  readonly #events: Map<string, HistoryEvent[]>
  readonly #visible = new Map<string, Promise<ReadonlySet<string>>>()
  readonly #closed = new Map<string, Promise<ReadonlySet<string>>>()

  constructor(deps: Deps, events: readonly HistoryEvent[]) {
    this.#deps = deps
    this.#events = byCollection(events)
  }

  async eventsFor(actor: Actor): Promise<HistoryEvent[]> {
    const lists = await Promise.all([...this.#events].map(([collection, events]) => this.#ofCollection(actor, collection, events)))
    return lists.flat().toSorted((one, other) => one.id - other.id)
  }

  async #ofCollection(actor: Actor, collection: string, events: readonly HistoryEvent[]): Promise<readonly HistoryEvent[]> {
    if (openToAll.has(collection)) return events
    const known = CollectionName.safeParse(collection)
    if (!known.success || (await this.#closedFor(actor)).has(known.data)) return []
    const visible = await this.#visibleTo(actor, known.data, events)
    return events.filter((event) => visible.has(event.pid) && (isStaff(actor.role) || !isInternal(event.action)))
  }

  #visibleTo(actor: Actor, collection: CollectionName, events: readonly HistoryEvent[]): Promise<ReadonlySet<string>> {
    const key = `${collection} ${audienceKey(actor, collection)}`
    const pids = () => visiblePids(this.#deps.database, actor, collection, [...new Set(events.map((event) => event.pid))], 'any')
    const answer = this.#visible.get(key) ?? pids()
    this.#visible.set(key, answer)
    return answer
  }

  #closedFor(actor: Actor): Promise<ReadonlySet<string>> {
    const answer = this.#closed.get(actor.role) ?? closedCollections(this.#deps, actor)
    this.#closed.set(actor.role, answer)
    return answer
  }
}
