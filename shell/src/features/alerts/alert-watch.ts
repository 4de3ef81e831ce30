import { addToastAtom, unreadAlertsAtom } from '@portal/shared-ui'
import type { QueryClient } from '@portal/shared-ui/query'
import type { PortalStore } from '@portal/shared-ui/state'
import { z } from 'zod'
import { runInLeaderTab } from '../../tabs/tab-leader.ts'
import { askAlertCount } from './alert-count.ts'
import { soundOnce } from './alert-sound.ts'
import { addAlert, alertsQuery, hasLoadedAlerts, reloadAlerts } from './alerts.queries.ts'
import { t } from '../../texts.ts'

/** How often the count is requested. Source: specification.md 9. */
export const pollingMs = 300_000
/** Requests from several tabs within this time are merged, in ms. */
const gatherMs = 100
/**
 * Delay of the recheck after a pushed alert, in ms. A pending answer may be older than the alert, or may
 * already include it.
 */
const checkMs = 1_000

/** Messages between the tabs of one browser. */
const Told = z.discriminatedUnion('kind', [
  /** Asks the polling tab for the count. With `isQuiet`, a changed count raises no alert. */
  z.object({ kind: z.literal('ask'), isQuiet: z.boolean() }),
  z.object({ kind: z.literal('count'), unreadCount: z.number(), isNews: z.boolean() }),
])
type Told = z.infer<typeof Told>

export interface AlertWatchOptions {
  /** Pid of the signed-in user. */
  person: string
  store: PortalStore
  queryClient: QueryClient
  sound?: (news: string) => Promise<void>
}

/**
 * The alerts of one user in one tab. All tabs of the browser show the same count: one tab polls and informs
 * the others, and every tab receives the events of the stream. Source: specification.md 4, 7 and 9.
 */
export class AlertWatch {
  readonly #store: PortalStore
  readonly #queryClient: QueryClient
  readonly #sound: (news: string) => Promise<void>
  readonly #channel: BroadcastChannel
  readonly #giveUp: () => void
  #isLeading = false
  /** In the polling tab: the count that it asked for at its start has not been answered. */
  #isStarting = false
  #isStopped = false
  /** Until the first count is known, no count raises an alert. */
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
    // A new tab asks for the count that the other tabs show.
    this.#channel.postMessage({ kind: 'ask', isQuiet: true } satisfies Told)
    this.#giveUp = runInLeaderTab(`portal-alerts-${person}`, () => this.#lead())
  }

  /**
   * Requests the unread count after a navigation in any tab. The first pages of a visit need no request of
   * their own: the answer to the first one is still to come.
   */
  navigated(): void {
    if (!this.#isStarting) this.poll()
  }

  /** Requests the unread count when events may have been missed. */
  poll(): void {
    this.#ask(false)
  }

  /**
   * Updates list and count after alerts were changed: silently after one was read or removed, with a notice
   * when the count rises, because a snoozed one has come back.
   */
  refresh(): void {
    void this.#queryClient.invalidateQueries({ queryKey: ['alerts'] })
    this.#ask(false)
  }

  /**
   * The stream reported a new alert: adds it to the top of the list, raises the count by one and plays a
   * sound.
   */
  pushed(pid: string): void {
    this.#store.set(unreadAlertsAtom, this.#store.get(unreadAlertsAtom) + 1)
    void addAlert(this.#queryClient, pid)
    void this.#sound(`alert-${pid}`)
    setTimeout(() => this.#ask(true), checkMs)
  }

  /** The stream reported a new notification: plays a sound. */
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
    this.#isStarting = true
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
    this.#isStarting = false
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
      this.#store.set(addToastAtom, { title: t('alertReceived'), colour: 'blue' })
      reloadAlerts(this.#queryClient)
    }
    this.#isCounted = true
    this.#store.set(unreadAlertsAtom, unreadCount)
  }
}
