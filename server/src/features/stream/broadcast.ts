import { PassThrough } from 'node:stream'
import { replayWindowMs } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { currentConfiguration } from '#configuration/configuration.ts'
import type { Deps } from '../../deps.ts'
import { Audience } from './audience.ts'
import type { EventRules } from './audience.ts'
import { beginningText, eventText } from './event-text.ts'
import { listLiveSessions, listSince } from './history.queries.ts'
import type { HistoryEvent, Standing } from './history.queries.ts'
import { HistoryTail } from './tail.ts'

const heartbeatMs = 20_000
/** A browser that does not read is cut off; it comes back with its Last-Event-ID. */
const mostBufferedBytes = 1_048_576
const mostPerSession = 10
const mostReplayed = 5_000
/** Sessions are asked for at most this often, so a person signed out or disabled hears nothing a second later. */
const sessionsCheckedMs = 900

interface Listener {
  actor: Actor
  sessionHash: string
  body: PassThrough
  /** Ids sent from the replay, which the tail may bring once more. */
  replayed: Set<number>
  /** What is still to be written waits for the replay. */
  ready: Promise<void>
}

/** Would what this person may hear be judged otherwise than when they connected? */
function isAnother(present: Standing, { role, org, orgRole = null }: Actor): boolean {
  return present.role !== role || present.org !== org || present.orgRole !== orgRole
}

/** Everybody who is connected to this server, and what they get. */
export class Broadcast {
  readonly #deps: Deps
  readonly #rules: EventRules
  readonly #listeners = new Set<Listener>()
  readonly #tail: HistoryTail
  #started: Promise<void> | undefined
  #heartbeat: NodeJS.Timeout | undefined
  #checkedAtMs = 0

  constructor(deps: Deps, rules: EventRules) {
    this.#deps = deps
    this.#rules = rules
    this.#tail = new HistoryTail(deps, (events) => this.#deliver(events))
  }

  /** The body of a stream answer. `lastEventId` is what the browser saw last, null for a new one. */
  async connect(actor: Actor, sessionHash: string, lastEventId: number | null): Promise<PassThrough> {
    this.#started ??= this.#start()
    await this.#started
    const body = new PassThrough({ highWaterMark: mostBufferedBytes })
    const listener: Listener = { actor, sessionHash, body, replayed: new Set(), ready: Promise.resolve() }
    this.#limitSession(sessionHash)
    this.#listeners.add(listener)
    // Who they are was read before they could be told that it changed.
    this.#checkedAtMs = 0
    body.once('close', () => this.#listeners.delete(listener))
    body.write('retry: 2000\n\n')
    listener.ready = lastEventId === null ? this.#begin(listener) : this.#replay(listener, lastEventId)
    return body
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat)
    for (const { body } of this.#listeners) body.end()
    if (this.#started !== undefined) await this.#tail.stop()
  }

  async #start(): Promise<void> {
    await this.#tail.start()
    this.#heartbeat = setInterval(() => void this.#beat(), heartbeatMs).unref()
  }

  async #begin(listener: Listener): Promise<void> {
    try {
      const { position } = this.#tail
      const { version } = await currentConfiguration(this.#deps)
      listener.body.write(beginningText(position, version))
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'stream not begun')
      listener.body.destroy()
    }
  }

  async #replay(listener: Listener, lastEventId: number): Promise<void> {
    try {
      const since = new Date(this.#deps.clock.now().getTime() - replayWindowMs)
      const events = await listSince(this.#deps.database, lastEventId, since, mostReplayed)
      for (const event of await new Audience(this.#deps, this.#rules, events).eventsFor(listener.actor)) {
        listener.replayed.add(event.id)
        listener.body.write(eventText(event))
      }
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'stream not replayed')
      listener.body.destroy()
    }
  }

  /** The oldest connection of a session makes room. */
  #limitSession(sessionHash: string): void {
    const own = [...this.#listeners].filter((listener) => listener.sessionHash === sessionHash)
    if (own.length >= mostPerSession) own[0]?.body.end()
  }

  async #deliver(events: readonly HistoryEvent[]): Promise<void> {
    if (this.#listeners.size === 0) return
    // Whoever is somebody else's person since these events hears none of them as who they were.
    if (events.some(({ collection }) => collection === 'users')) this.#checkedAtMs = 0
    await this.#dropEndedSessions()
    const audience = new Audience(this.#deps, this.#rules, events)
    await Promise.all(
      [...this.#listeners].map(async (listener) => {
        if (!listener.body.writable) return
        const visible = await audience.eventsFor(listener.actor)
        await listener.ready
        const text = visible
          .filter((event) => !listener.replayed.delete(event.id))
          .map(eventText)
          .join('')
        if (text !== '') this.#write(listener, text)
      }),
    )
  }

  #write(listener: Listener, text: string): void {
    if (!listener.body.writable) return
    if (listener.body.writableLength + listener.body.readableLength > mostBufferedBytes) listener.body.destroy()
    else listener.body.write(text)
  }

  /** Ends the streams of sessions that are over, and of people who have another role or organization than when they connected. */
  async #dropEndedSessions(): Promise<void> {
    if (Date.now() - this.#checkedAtMs < sessionsCheckedMs) return
    const hashes = [...new Set([...this.#listeners].map((listener) => listener.sessionHash))]
    const live = await listLiveSessions(this.#deps.database, hashes, this.#deps.clock.now())
    this.#checkedAtMs = Date.now()
    for (const { sessionHash, actor, body } of this.#listeners) {
      const present = live.get(sessionHash)
      // A stream that ends is asked for anew by its page, with the last event it got, and then follows who the person is by now.
      if (present === undefined || isAnother(present, actor)) body.end()
    }
  }

  async #beat(): Promise<void> {
    try {
      await this.#dropEndedSessions()
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'sessions of open streams not checked')
    }
    for (const listener of this.#listeners) this.#write(listener, ': still here\n\n')
  }
}
