import { findCollection } from '@portal/contract'
import type { Declaration, RecordEvent } from '@portal/contract'
import type { Query, QueryClient } from '@tanstack/react-query'
import { rowsIn } from '../records/cached-pages.ts'
import { reconcileLists } from '../records/reconcile-lists.ts'
import { projectionsOf } from '../records/projections.ts'
import { recordKeys, stepsKey } from '../records/record-queries.ts'
import { logQuietly } from './quiet-log.ts'

/** Time to batch events: a bulk change sends hundreds. */
const gatherMs = 120
/** Minimum time between two updates, so that in a busy office pages do not query all the time. */
const restMs = 800
/** Actions that do not add or remove records of a list, except through its filter. */
const inPlace: ReadonlySet<string> = new Set(['update', 'note', 'read'])
/** Parts of records that can block their steps. */
const partsInTheWay: ReadonlySet<string> = new Set(['conditions', 'corrections'])
/** Tables that determine a client's next steps. */
const waitedFor: ReadonlySet<string> = new Set(['permits', 'tasks', 'rts', 'payments'])
/** One event for many records, without their pids. */
const isBulk = ({ action }: RecordEvent) => action === 'bulk'

function versionIn(data: unknown): number {
  return typeof data === 'object' && data !== null && 'version' in data && typeof data.version === 'number'
    ? data.version
    : -1
}

/**
 * Updates cached records after changes by others. A changed row gets its new values in place, so that no row
 * moves under the pointer; added and removed records are shown beside the count. Changes by this page are
 * already in the cache.
 */
export class LiveRecords {
  readonly #queryClient: QueryClient
  #gathered: RecordEvent[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #lookedAtMs = -restMs

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient
  }

  note(event: RecordEvent): void {
    this.#gathered.push(event)
    this.#timer ??= setTimeout(
      () => this.#apply(),
      Math.max(gatherMs, this.#lookedAtMs + restMs - performance.now()),
    )
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#gathered = []
  }

  #apply(): void {
    const events = this.#gathered
    this.#gathered = []
    this.#timer = undefined
    this.#lookedAtMs = performance.now()
    if (events.some(({ collection }) => partsInTheWay.has(collection))) this.#lookAtParts()
    // A contact is part of the permits that name it.
    if (events.some(({ collection }) => collection === 'contacts')) this.#lookAt('people')
    if (events.some(({ collection }) => waitedFor.has(findCollection(collection)?.table ?? '')))
      this.#lookAt('waiting')
    for (const [table, ofTable] of Map.groupBy(
      events,
      ({ collection }) => findCollection(collection)?.table,
    )) {
      if (table === undefined) continue
      for (const declaration of projectionsOf(ofTable[0]?.collection ?? '')) {
        this.#applyToRecords(declaration, ofTable)
        this.#applyToLists(declaration, ofTable).catch((error: unknown) =>
          logQuietly('a changed record was not read', error),
        )
      }
    }
  }

  /**
   * A condition of an organization is part of all its permits. Conditions and corrections can block steps,
   * including those of packages.
   */
  #lookAtParts(): void {
    const isPart = ({ queryKey }: Query) => partsInTheWay.has(String(queryKey.at(-1)))
    void this.#queryClient.invalidateQueries({ queryKey: recordKeys.all, predicate: isPart })
    void this.#queryClient.invalidateQueries({ queryKey: stepsKey })
  }

  /** Queries that combine records of several collections have this part at the end of their key. */
  #lookAt(part: 'people' | 'waiting'): void {
    void this.#queryClient.invalidateQueries({
      queryKey: recordKeys.all,
      predicate: ({ queryKey }) => queryKey.at(-1) === part,
    })
  }

  #applyToRecords({ name }: Declaration, events: readonly RecordEvent[]): void {
    for (const { pid, version, action } of events) {
      const queryKey = recordKeys.record(name, pid)
      const isOld = (query: Query) =>
        query.queryKey.length > queryKey.length ||
        action === 'delete' ||
        versionIn(query.state.data) < version
      void this.#queryClient.invalidateQueries({ queryKey, predicate: isOld })
    }
  }

  async #applyToLists(declaration: Declaration, events: readonly RecordEvent[]): Promise<void> {
    const pages = this.#queryClient
      .getQueryCache()
      .findAll({ queryKey: recordKeys.lists(declaration.name), type: 'active' })
    const rows = new Map(pages.flatMap((query) => rowsIn(query.state.data)).map((row) => [row.pid, row]))
    const news = events.filter(
      (event) =>
        isBulk(event) || event.action === 'delete' || (rows.get(event.pid)?.version ?? -1) < event.version,
    )
    if (news.length === 0) return
    const pids = (wanted: (event: RecordEvent) => boolean) => [
      ...new Set(news.filter(wanted).map(({ pid }) => pid)),
    ]
    await reconcileLists(this.#queryClient, declaration, {
      changed: news.some(isBulk) ? [...rows.keys()] : pids(({ action }) => action !== 'delete'),
      gone: pids(({ action }) => action === 'delete'),
      elsewhere: news.some(({ action }) => !inPlace.has(action)),
      isOwn: false,
    })
  }
}
