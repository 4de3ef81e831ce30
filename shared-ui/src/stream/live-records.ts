import { findCollection } from '@portal/contract'
import type { Declaration, RecordEvent } from '@portal/contract'
import type { Query, QueryClient } from '@tanstack/react-query'
import { rowsIn } from '../records/list/cached-pages.ts'
import { reconcileLists } from '../records/list/reconcile-lists.ts'
import { projectionsOf } from '../records/declaration/projections.ts'
import { recordKeys, stepsKey } from '../records/list/record-queries.ts'
import { logQuietly } from './quiet-log.ts'

/** Events are gathered for a moment: a bulk change brings hundreds. */
const gatherMs = 120
/**
 * After a look at what changed the next one waits as long as this, so that a busy office does not make every
 * page ask all the time.
 */
const restMs = 800
/** Kinds of events that leave every list with the same records in it, but for what their filters say. */
const inPlace: ReadonlySet<string> = new Set(['update', 'note', 'read'])
/** What hangs on records and stands in the way of their steps. */
const partsInTheWay: ReadonlySet<string> = new Set(['conditions', 'corrections'])
/** Tables that say what a client does next. */
const waitedFor: ReadonlySet<string> = new Set(['permits', 'tasks', 'rts', 'payments'])
/** One event for many records: which ones is not told. */
const isBulk = ({ action }: RecordEvent) => action === 'bulk'

function versionIn(data: unknown): number {
  return typeof data === 'object' && data !== null && 'version' in data && typeof data.version === 'number'
    ? data.version
    : -1
}

/**
 * Brings what is cached of records up to date with what others did. A changed row gets its new values in the
 * place where it stands, so that nothing moves under the pointer; records that came or went are told beside
 * the count. What this page itself wrote it knows already.
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
    // A contact is part of each permit it is on.
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
   * A condition of an organization is part of each of its permits; it and a comment stand in the way of
   * steps, those of packages too.
   */
  #lookAtParts(): void {
    const isPart = ({ queryKey }: Query) => partsInTheWay.has(String(queryKey.at(-1)))
    void this.#queryClient.invalidateQueries({ queryKey: recordKeys.all, predicate: isPart })
    void this.#queryClient.invalidateQueries({ queryKey: stepsKey })
  }

  /** What is read from records of several kinds is known by the end of its key. */
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
