import { findCollection } from '@portal/contract'
import type { AnyRecord, Declaration, RecordEvent } from '@portal/contract'
import type { Query, QueryClient } from '@tanstack/react-query'
import { crud } from '../api/api.ts'
import { projectionsOf } from '../records/projections.ts'
import { recordKeys } from '../records/record-queries.ts'
import { listShape } from '../records/record-shape.ts'
import { rowsIn, withNewerRows } from './patch-rows.ts'
import { logQuietly } from './quiet-log.ts'

/** Events are gathered for a moment: a bulk change brings hundreds. */
export const gatherMs = 120
/** More changed rows than this on screen, and the page is read as a whole. */
const mostPatched = 100
/** Kinds of events that leave every list with the same records in it. */
const inPlace: ReadonlySet<string> = new Set(['update', 'note', 'read', 'transition'])

function versionIn(data: unknown): number {
  return typeof data === 'object' && data !== null && 'version' in data && typeof data.version === 'number' ? data.version : -1
}

/**
 * Brings what is cached of records up to date with what others did. A changed row gets its new values in the place where it stands, so that
 * nothing moves under the pointer; only records that came or went have a page read again. What this page itself wrote it knows already.
 */
export class LiveRecords {
  readonly #queryClient: QueryClient
  #gathered: RecordEvent[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient
  }

  note(event: RecordEvent): void {
    this.#gathered.push(event)
    this.#timer ??= setTimeout(() => this.#apply(), gatherMs)
  }

  /** Events were missed: everything is old, what is on screen is read again. */
  forgetAll(): void {
    void this.#queryClient.invalidateQueries({ queryKey: recordKeys.all })
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#gathered = []
  }

  #apply(): void {
    const events = this.#gathered
    this.#gathered = []
    this.#timer = undefined
    for (const [table, ofTable] of Map.groupBy(events, ({ collection }) => findCollection(collection)?.table)) {
      if (table === undefined) continue
      for (const declaration of projectionsOf(ofTable[0]?.collection ?? '')) {
        this.#applyToRecords(declaration, ofTable)
        this.#applyToLists(declaration, ofTable).catch((error: unknown) => logQuietly('a changed record was not read', error))
      }
    }
  }

  #applyToRecords({ name }: Declaration, events: readonly RecordEvent[]): void {
    for (const { pid, version, action } of events) {
      const queryKey = recordKeys.record(name, pid)
      const isOld = (query: Query) => query.queryKey.length > queryKey.length || action === 'delete' || versionIn(query.state.data) < version
      void this.#queryClient.invalidateQueries({ queryKey, predicate: isOld })
    }
  }

  async #applyToLists(declaration: Declaration, events: readonly RecordEvent[]): Promise<void> {
    const { name } = declaration
    const shown = this.#queryClient.getQueryCache().findAll({ queryKey: recordKeys.lists(name) })
    const rows = new Map(shown.flatMap((query) => rowsIn(query.state.data)).map((row) => [row.pid, row]))
    const isNews = ({ pid, version, action }: RecordEvent) => (action === 'delete' ? rows.has(pid) : (rows.get(pid)?.version ?? -1) < version)
    const news = events.filter(isNews)
    if (news.length === 0) return
    const changed = [...new Set(news.filter(({ pid, action }) => inPlace.has(action) && rows.has(pid)).map(({ pid }) => pid))]
    const cameOrWent = news.some(({ action }) => !inPlace.has(action)) || changed.length > mostPatched
    const gone = cameOrWent || changed.length === 0 ? false : await this.#patch(declaration, changed)
    await this.#queryClient.invalidateQueries({
      queryKey: recordKeys.collection(name),
      predicate: (query) => query.queryKey[2] !== 'record',
      refetchType: cameOrWent || gone ? 'active' : 'none',
    })
  }

  /** Reads the changed records and puts them into their places; answers whether one of them is in this collection no more. */
  async #patch(declaration: Declaration, pids: readonly string[]): Promise<boolean> {
    const query = { page: 1, pageSize: pids.length, filter: { pid: { in: pids } } }
    const { records } = await crud({ apiPath: `/${declaration.name}`, method: 'GET', query }, listShape(declaration))
    const fresh = new Map(records.map((record): [string, AnyRecord] => [record.pid, record]))
    this.#queryClient.setQueriesData({ queryKey: recordKeys.lists(declaration.name) }, (page: unknown) => withNewerRows(page, fresh))
    return fresh.size < pids.length
  }
}
