import type { PassThrough } from 'node:stream'
import { replayWindowMs } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { currentConfiguration } from '#platform/configuration/configuration.ts'
import type { DomainDeps } from '../deps.ts'
import { Audience } from './audience.ts'
import type { EventRules } from './audience.ts'
import { streamPreamble, eventText, positionOnlyText, resetText } from './event-text.ts'
import { findTime, listLiveSessions } from './history.queries.ts'
import type { HistoryEvent, SubjectFields } from './history.queries.ts'
import { StreamListener } from './listener.ts'
import { parsePosition } from './position.ts'
import type { Position } from './position.ts'
import { positionAt, readHistory } from './read-history.ts'
import type { HistoryPage } from './read-history.ts'
import { HistoryTail } from './tail.ts'

const heartbeatMs = 20_000
/**
 * Ending a session writes no event, so this interval closes the streams of ended sessions within ten seconds.
 */
const sessionsWatchedMs = 5_000
const maxPerSession = 10
/** A page that missed more than this reads everything again, which is less work for both sides. */
const maxReplayed = 50_000
/**
 * Sessions are checked at most this often, so a person who is signed out or disabled gets no event a second
 * later.
 */
const sessionsCheckedMs = 900
/** A position may come from another server, whose clock may be slightly ahead. */
const clocksApartMs = 60_000

/** Whether the role or organization changed since the person connected. */
function isAnother(present: SubjectFields, { role, org, orgRole = null }: Actor): boolean {
  return present.role !== role || present.org !== org || present.orgRole !== orgRole
}

/** All streams of this server, and the delivery of events to them. */
export class Broadcast {
  readonly #deps: DomainDeps
  readonly #rules: EventRules
  readonly #listeners = new Set<StreamListener>()
  readonly #tail: HistoryTail
  #started: Promise<void> | undefined
  #heartbeat: NodeJS.Timeout | undefined
  #watch: NodeJS.Timeout | undefined
  #checkedAtMs = 0
  readonly #observeDelay: (seconds: number) => void
  readonly #onClosed: (listener: StreamListener) => void

  constructor(deps: DomainDeps, rules: EventRules, onClosed: (listener: StreamListener) => void) {
    this.#onClosed = onClosed
    this.#deps = deps
    this.#rules = rules
    this.#observeDelay = deps.metrics.addSeconds({
      name: 'portal_stream_delay_seconds',
      help: 'Time from a change to its delivery to the open pages of this server',
    })
    this.#tail = new HistoryTail(deps, (page) => this.#deliver(page))
  }

  /** Number of open streams. */
  get connections(): number {
    return this.#listeners.size
  }

  /** The open streams of these sessions. */
  listenersOf(sessionHashes: ReadonlySet<string>): StreamListener[] {
    return [...this.#listeners].filter(({ sessionHash }) => sessionHashes.has(sessionHash))
  }

  /** How old the last read of the history is; null before the first stream. */
  get behindMs(): number | null {
    return this.#tail.behindMs
  }

  /** The body of a stream response. `lastEventId` is what the browser sent; null for a new stream. */
  async connect(actor: Actor, sessionHash: string, lastEventId: string | null): Promise<PassThrough> {
    this.#started ??= this.#start()
    await this.#started
    const listener = new StreamListener(actor, sessionHash, (error) =>
      this.#deps.log.warn({ err: error }, 'stream ended by a fault'),
    )
    this.#limitSession(sessionHash)
    this.#listeners.add(listener)
    // The actor was read before the listener was added, so a change in between must be detected.
    this.#checkedAtMs = 0
    listener.body.once('close', () => {
      this.#listeners.delete(listener)
      this.#onClosed(listener)
    })
    listener.body.write('retry: 2000\n\n')
    if (lastEventId === null) this.#begin(listener)
    else this.#resume(listener, lastEventId).catch((error: unknown) => listener.fail(error))
    return listener.body
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat)
    clearInterval(this.#watch)
    for (const { body } of this.#listeners) body.end()
    if (this.#started !== undefined) await this.#tail.stop()
  }

  async #start(): Promise<void> {
    await this.#tail.start()
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs).unref()
    this.#watch = setInterval(() => void this.#watchSessions(), sessionsWatchedMs).unref()
  }

  #begin(listener: StreamListener): void {
    const { position } = this.#tail
    listener.start(async () => {
      const { version } = await currentConfiguration(this.#deps)
      listener.write(streamPreamble(position, version), position)
    })
  }

  async #resume(listener: StreamListener, lastEventId: string): Promise<void> {
    const from = parsePosition(lastEventId)
    const isKnown = from !== null && (await this.#isKnown(from))
    // A read that starts now sees everything that the sender of the position had seen.
    await this.#tail.look()
    const { position, latest } = this.#tail
    listener.start(async () => {
      const isReplayed =
        isKnown && from.snapshot.next <= latest.next && (await this.#replay(listener, from, position))
      listener.write(isReplayed ? positionOnlyText(position) : resetText(position), position)
    })
  }

  /** Whether this position is recent and comes from a server on this database. */
  async #isKnown({ id, at, saidAt }: Position): Promise<boolean> {
    const ageMs = this.#deps.clock.now().getTime() - saidAt
    if (ageMs > replayWindowMs || ageMs < -clocksApartMs) return false
    return id === 0 || (await findTime(this.#deps.database, id))?.getTime() === at
  }

  /** Writes the events between two positions. Returns false if there are too many. */
  async #replay(listener: StreamListener, from: Position, to: Position): Promise<boolean> {
    let count = 0
    for await (const page of readHistory(this.#deps.database, from, to.snapshot)) {
      count += page.events.length
      if (count > maxReplayed) return false
      const visible = await new Audience(this.#deps, this.#rules, page.events).eventsFor(listener.actor)
      // The actor's rights were read at the request and may have changed.
      if (!(await this.#isStillThemselves(listener))) listener.body.end()
      if (!listener.body.writable) return true
      await listener.writeSlowly(
        this.#textOf(page, visible),
        positionAt(page, page.last, this.#deps.clock.now()),
      )
    }
    return true
  }

  #textOf(page: HistoryPage, events: readonly HistoryEvent[]): string {
    const now = this.#deps.clock.now()
    return events.map((event) => eventText(event, positionAt(page, event, now))).join('')
  }

  /** Ends the oldest connection of a session at the limit. */
  #limitSession(sessionHash: string): void {
    const own = [...this.#listeners].filter((listener) => listener.sessionHash === sessionHash)
    if (own.length >= maxPerSession) own[0]?.body.end()
  }

  async #deliver(page: HistoryPage): Promise<void> {
    // A browser that connects during this delivery starts after these events.
    const listeners = [...this.#listeners].filter(({ isStarted }) => isStarted)
    if (listeners.length === 0) return
    const nowMs = this.#deps.clock.now().getTime()
    for (const { at } of page.events) this.#observeDelay(Math.max(0, nowMs - at.getTime()) / 1000)
    // These events may change a person's role or organization, so their session is checked before delivery.
    if (page.events.some(({ collection }) => collection === 'users')) this.#checkedAtMs = 0
    try {
      await this.#dropEndedSessions()
    } catch (error) {
      for (const listener of listeners) listener.fail(error)
      return
    }
    const audience = new Audience(this.#deps, this.#rules, page.events)
    await Promise.all(
      listeners.map((listener) =>
        listener.enqueue(async () => {
          const text = this.#textOf(page, await audience.eventsFor(listener.actor))
          listener.write(text, positionAt(page, page.last, this.#deps.clock.now()))
        }),
      ),
    )
  }

  async #isStillThemselves({ sessionHash, actor }: StreamListener): Promise<boolean> {
    const present = (await listLiveSessions(this.#deps.database, [sessionHash], this.#deps.clock.now())).get(
      sessionHash,
    )
    return present !== undefined && !isAnother(present, actor)
  }

  /**
   * Ends the streams of ended sessions, and of people whose role or organization changed since they
   * connected.
   */
  async #dropEndedSessions(): Promise<void> {
    if (Date.now() - this.#checkedAtMs < sessionsCheckedMs) return
    const hashes = [...new Set([...this.#listeners].map((listener) => listener.sessionHash))]
    const live = await listLiveSessions(this.#deps.database, hashes, this.#deps.clock.now())
    this.#checkedAtMs = Date.now()
    for (const { sessionHash, actor, body } of this.#listeners) {
      const present = live.get(sessionHash)
      // The page reconnects with its last event id and then gets what the person may see now.
      if (present === undefined || isAnother(present, actor)) body.end()
    }
  }

  async #watchSessions(): Promise<void> {
    if (this.#listeners.size === 0) return
    try {
      await this.#dropEndedSessions()
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'sessions of open streams not checked')
    }
  }

  #beat(): void {
    for (const listener of this.#listeners) listener.beat(this.#deps.clock.now())
  }
}
