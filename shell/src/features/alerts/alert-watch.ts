import { addToastAtom, unreadAlertsAtom } from '@portal/shared-ui'
import type { QueryClient } from '@portal/shared-ui/query'
import type { PortalStore } from '@portal/shared-ui/state'
import { z } from 'zod'
import { runInLeaderTab } from '../../tabs/tab-leader.ts'
import { askAlertCount } from './alert-count.ts'
import { soundOnce } from './alert-sound.ts'
import { addAlert, alertsQuery, hasLoadedAlerts, reloadAlerts } from './alerts.queries.ts'

/** How often the count is asked for while nothing else happens. Source: specification.md 9. */
export const pollingMs = 300_000
/** Questions that several tabs ask about the same thing are one. */
const gatherMs = 100
/**
 * After an alert was pushed the count is checked once more: an answer under way may have been older, or have
 * counted it already.
 */
const checkMs = 1_000

/** What the tabs of one browser tell each other. */
const Told = z.discriminatedUnion('kind', [
  /** The tab that polls is to ask; quietly where a change of the count is no news. */
  z.object({ kind: z.literal('ask'), isQuiet: z.boolean() }),
  z.object({ kind: z.literal('count'), unreadCount: z.number(), isNews: z.boolean() }),
])
type Told = z.infer<typeof Told>

export interface AlertWatchOptions {
  /** Pid of who is signed in. */
  person: string
  store: PortalStore
  queryClient: QueryClient
  sound?: (news: string) => Promise<void>
}

/**
 * The alerts of one person in one tab. All tabs of the browser show the same count: one of them polls and
 * tells the others, each hears what the stream pushes. Source: specification.md 4, 7 and 9.
 */
export class AlertWatch {
  readonly #store: PortalStore
  readonly #queryClient: QueryClient
  readonly #sound: (news: string) => Promise<void>
  readonly #channel: BroadcastChannel
  readonly #giveUp: () => void
  #isLeading = false
  #isStopped = false
  /** Nothing is news before the count is known at all. */
  #isCounted = false
  #wanted: { isQuiet: boolean } | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor({ person, store, queryClient, sound = soundOnce }: AlertWatchOptions) {
    this.#store = store
    this.#queryClient = queryClient
    this.#sound = sound
    this.#channel = new BroadcastChannel(`portal-alerts-${person}`)
    this.#channel.addEventListener('message', (event: MessageEvent<unknown>) => {
      const told = Told.safeParse(event.data)
      if (told.success) this.#hear(told.data)
    })
    // A tab that comes later learns what the others show.
    this.#channel.postMessage({ kind: 'ask', isQuiet: true } satisfies Told)
    this.#giveUp = runInLeaderTab(`portal-alerts-${person}`, () => this.#lead())
  }

  /** Asks how many are unread: after a navigation of any tab, and when something may have been missed. */
  poll(): void {
    this.#ask(false)
  }

  /** Something was read or taken away: the count is brought up to date, and that is no news. */
  refresh(): void {
    void this.#queryClient.invalidateQueries({ queryKey: ['alerts'] })
    this.#ask(true)
  }

  /** The stream brought a new alert: at the top of the list, one more unread, a sound. */
  pushed(pid: string): void {
    this.#store.set(unreadAlertsAtom, this.#store.get(unreadAlertsAtom) + 1)
    void addAlert(this.#queryClient, pid)
    void this.#sound(`alert-${pid}`)
    setTimeout(() => this.#ask(true), checkMs)
  }

  /** The stream brought a new notification: a sound. */
  notified(pid: string): void {
    void this.#sound(`notification-${pid}`)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#giveUp()
    this.#channel.close()
  }

  #lead(): () => void {
    this.#isLeading = true
    this.#ask(false)
    void this.#queryClient.prefetchQuery(alertsQuery())
    const timer = setInterval(() => this.#ask(false), pollingMs)
    return () => clearInterval(timer)
  }

  #ask(isQuiet: boolean): void {
    if (this.#isStopped) return
    const told: Told = { kind: 'ask', isQuiet }
    if (this.#isLeading) this.#hear(told)
    else this.#channel.postMessage(told)
  }

  #hear(told: Told): void {
    if (told.kind === 'count') this.#take(told)
    else if (this.#isLeading) this.#gather(told.isQuiet)
  }

  #gather(isQuiet: boolean): void {
    this.#wanted = { isQuiet: isQuiet && (this.#wanted?.isQuiet ?? true) }
    this.#timer ??= setTimeout(() => void this.#count(), gatherMs)
  }

  async #count(): Promise<void> {
    const isQuiet = this.#wanted?.isQuiet ?? false
    this.#wanted = null
    this.#timer = undefined
    const unreadCount = await askAlertCount()
    if (unreadCount === null || this.#isStopped) return
    const isNews =
      !isQuiet &&
      this.#isCounted &&
      unreadCount > this.#store.get(unreadAlertsAtom) &&
      hasLoadedAlerts(this.#queryClient)
    const told: Told = { kind: 'count', unreadCount, isNews }
    this.#channel.postMessage(told)
    this.#take(told)
  }

  #take({ unreadCount, isNews }: Extract<Told, { kind: 'count' }>): void {
    if (isNews) {
      void this.#sound(`count-${unreadCount}`)
      this.#store.set(addToastAtom, { title: 'New alert received', colour: 'blue' })
      reloadAlerts(this.#queryClient)
    }
    this.#isCounted = true
    this.#store.set(unreadAlertsAtom, unreadCount)
  }
}
