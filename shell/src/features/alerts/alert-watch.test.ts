import {
  createPortalStore,
  createQueryClient,
  sessionAtom,
  toastsAtom,
  unreadAlertsAtom,
} from '@portal/shared-ui'
import { crudHandler, expectConsole, personAs, server } from '@portal/shared-ui/test-support'
import { AlertWatch, pollingMs } from './alert-watch.ts'
import { alertsQuery } from './alerts.queries.ts'

const alert = (pid: string) => ({
  pid,
  title: `Alert ${pid}`,
  isRead: false,
  createdAt: '2026-11-20T10:00:00.000Z',
})

/** A server with unread alerts, and one tab that watches them. */
function open(pids: string[]) {
  const side = { pids, counts: 0, isDown: false, refused: 0, held: Promise.resolve() }
  server.use(
    crudHandler(async ({ apiPath }) => {
      if (side.isDown) {
        side.refused += apiPath === 'alerts/count' ? 1 : 0
        return { refusal: 'internal-error' }
      }
      if (apiPath === 'alerts/count') {
        side.counts += 1
        await side.held
        return { body: { unreadCount: side.pids.length } }
      }
      const one = side.pids.find((pid) => apiPath === `alerts/${pid}`)
      if (one !== undefined) return { body: alert(one) }
      return apiPath === 'alerts'
        ? { body: { alerts: side.pids.map(alert), metadata: { count: side.pids.length } } }
        : undefined
    }),
  )
  const store = createPortalStore()
  store.set(sessionAtom, { state: 'signed-in', user: personAs('team') })
  const queryClient = createQueryClient()
  const sounds: string[] = []
  const watch = new AlertWatch({
    person: '01PERSON',
    store,
    queryClient,
    sound: async (news) => {
      sounds.push(news)
    },
  })
  const shown = () => ({
    unread: store.get(unreadAlertsAtom),
    toasts: store.get(toastsAtom).map(({ title, colour }) => `${colour} ${title}`),
    list: queryClient.getQueryData(alertsQuery().queryKey)?.alerts.map(({ pid }) => pid) ?? [],
    sounds,
  })
  return { side, watch, shown }
}

/** Longer than requests are gathered, in ms. */
const gatheredMs = 1_000

/** Holds back the answers to counts until they are resolved. */
function holdCounts(side: ReturnType<typeof open>['side']) {
  const held = Promise.withResolvers<void>()
  side.held = held.promise
  return held
}

const quiet = { toasts: [], sounds: [] }

// Network answers arrive in real time, even with a fake clock.
const realTimeout = globalThis.setTimeout

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] }))
afterEach(() => jest.useRealTimers())

/** Runs pending requests and short timers until the page shows the expected value. */
async function until(shows: () => unknown, expected: unknown): Promise<void> {
  for (let round = 0; round < 400; round += 1) {
    await new Promise((resolve) => realTimeout(resolve, 1))
    jest.advanceTimersByTime(5)
    if (JSON.stringify(shows()) === JSON.stringify(expected)) return
  }
  expect(shows()).toEqual(expected)
}

test('the first count is the one the server returns, and raises no alert', async () => {
  const { watch, shown } = open(['A', 'B'])
  await until(shown, { unread: 2, toasts: [], list: ['A', 'B'], sounds: [] })
  watch.stop()
})

test('the first pages of a visit share its first count; each navigation after it asks again (specification.md 9)', async () => {
  const { side, watch, shown } = open(['A'])
  const first = holdCounts(side)
  await until(() => side.counts, 1)
  watch.navigated()
  jest.advanceTimersByTime(gatheredMs)
  first.resolve()
  await until(() => shown().unread, 1)
  expect(side.counts).toBe(1)
  watch.navigated()
  await until(() => side.counts, 2)
  watch.stop()
})

test('events that were missed before the first count is known ask again', async () => {
  const { side, watch, shown } = open(['A'])
  const first = holdCounts(side)
  await until(() => side.counts, 1)
  watch.poll()
  jest.advanceTimersByTime(gatheredMs)
  await until(() => side.counts, 2)
  first.resolve()
  await until(() => shown().unread, 1)
  watch.stop()
})

test('after a first count that failed, a navigation asks again', async () => {
  expectConsole(/Polling error/)
  const { side, watch, shown } = open(['A'])
  side.isDown = true
  await until(() => side.refused > 0, true)
  side.isDown = false
  await until(() => {
    if (side.counts === 0) watch.navigated()
    return shown().unread
  }, 1)
  watch.stop()
})

test('a higher count over a non-empty list plays a sound, shows a blue toast and reloads the list (specification.md 4)', async () => {
  const { side, watch, shown } = open(['A'])
  await until(shown, { unread: 1, toasts: [], list: ['A'], sounds: [] })
  side.pids = ['B', 'A']
  watch.poll()
  await until(shown, {
    unread: 2,
    toasts: ['blue New alert received'],
    list: ['B', 'A'],
    sounds: ['count-2'],
  })
  side.pids = ['B']
  watch.poll()
  await until(() => shown().unread, 1)
  expect(shown().toasts).toHaveLength(1)
  watch.stop()
})

test('a higher count over an empty list raises no alert', async () => {
  const { side, watch, shown } = open([])
  await until(() => side.counts, 1)
  side.pids = ['A']
  watch.poll()
  await until(() => shown().unread, 1)
  expect(shown()).toMatchObject(quiet)
  watch.stop()
})

test('the count is requested every five minutes until the watch is stopped (specification.md 9)', async () => {
  const { side, watch } = open([])
  await until(() => side.counts, 1)
  jest.advanceTimersByTime(pollingMs)
  await until(() => side.counts, 2)
  watch.stop()
  jest.advanceTimersByTime(pollingMs)
  await until(() => side.counts, 2)
})

test('a pushed alert heads the list, raises the count by one and plays a sound; the recheck is silent (specification.md 4)', async () => {
  const { side, watch, shown } = open(['A'])
  await until(shown, { unread: 1, toasts: [], list: ['A'], sounds: [] })
  side.pids = ['B', 'A']
  watch.pushed('B')
  expect(shown()).toMatchObject({ unread: 2, sounds: ['alert-B'] })
  await until(() => shown().list, ['B', 'A'])
  await until(() => side.counts, 2)
  expect(shown()).toMatchObject({ unread: 2, toasts: [], sounds: ['alert-B'] })
  watch.stop()
})

test('a new notification plays a sound; an alert read in another tab lowers the count silently', async () => {
  const { side, watch, shown } = open(['A', 'B'])
  await until(() => shown().unread, 2)
  watch.notified('N')
  side.pids = ['A']
  watch.refresh()
  await until(() => shown().unread, 1)
  expect(shown()).toMatchObject({ toasts: [], sounds: ['notification-N'] })
  watch.stop()
})

test('a snoozed alert that comes back raises the count with a sound and a toast', async () => {
  const { side, watch, shown } = open(['A'])
  await until(shown, { unread: 1, toasts: [], list: ['A'], sounds: [] })
  side.pids = ['A', 'S']
  watch.refresh()
  await until(shown, {
    unread: 2,
    toasts: ['blue New alert received'],
    list: ['A', 'S'],
    sounds: ['count-2'],
  })
  watch.stop()
})

test('a failed poll is logged as a polling error and has no other effect (specification.md 8)', async () => {
  expectConsole(/Polling error/)
  const { side, watch, shown } = open(['A'])
  await until(shown, { unread: 1, toasts: [], list: ['A'], sounds: [] })
  side.isDown = true
  watch.poll()
  await until(() => 0, 0)
  expect(shown()).toEqual({ unread: 1, toasts: [], list: ['A'], sounds: [] })
  watch.stop()
})
