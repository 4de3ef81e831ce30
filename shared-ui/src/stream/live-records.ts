import { findCollection } from '@portal/contract'
import type { RecordEvent } from '@portal/contract'
import type { QueryClient } from '@tanstack/react-query'
import { applyRecordEvents } from '../records/list/apply-record-events.ts'
import { projectionsOf } from '../records/declaration/projections.ts'
import { refreshParts, refreshSteps } from '../records/list/refresh-records.ts'
import { logQuietly } from './quiet-log.ts'

/** Events are gathered for a moment: a bulk change brings hundreds. */
const gatherMs = 120
/**
 * After a look at what changed the next one waits as long as this, so that a busy office does not make every
 * page ask all the time.
 */
const restMs = 800
/** What hangs on records and stands in the way of their steps. */
const partsInTheWay: ReadonlySet<string> = new Set(['conditions', 'corrections'])

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
    if (events.some(({ collection }) => partsInTheWay.has(collection))) this.#refreshPartsInTheWay()
    // A contact is part of each permit it is on.
    if (events.some(({ collection }) => collection === 'contacts')) this.#refresh('people')
    if (events.some(({ collection }) => findCollection(collection)?.changesClientActions === true))
      this.#refresh('waiting')
    for (const [table, ofTable] of Map.groupBy(
      events,
      ({ collection }) => findCollection(collection)?.table,
    )) {
      if (table === undefined) continue
      for (const declaration of projectionsOf(ofTable[0]?.collection ?? '')) {
        applyRecordEvents(this.#queryClient, declaration, ofTable).catch((error: unknown) =>
          logQuietly('a changed record was not read', error),
        )
      }
    }
  }

  /**
   * A condition of an organization is part of each of its permits; it and a comment stand in the way of
   * steps, those of packages too.
   */
  #refreshPartsInTheWay(): void {
    void refreshParts(this.#queryClient, partsInTheWay)
    void refreshSteps(this.#queryClient)
  }

  /** What is read from records of several kinds is known by the end of its key. */
  #refresh(part: 'people' | 'waiting'): void {
    void refreshParts(this.#queryClient, new Set([part]))
  }
}
