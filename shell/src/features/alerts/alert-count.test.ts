import { createPortalStore, sessionAtom, unreadAlertsAtom } from '@portal/shared-ui'
import { crudHandler, expectConsole, personAs, server } from '@portal/shared-ui/test-support'
import { loadAlertCount, pollAlertCount, pollingMs } from './alert-count.ts'

const signedIn = () => {
  const store = createPortalStore()
  store.set(sessionAtom, { state: 'signed-in', user: personAs('team') })
  return store
}

test('the unread count is the one the server names', async () => {
  server.use(crudHandler(({ apiPath }) => (apiPath === 'alerts/count' ? { body: { unreadCount: 12 } } : undefined)))
  const store = signedIn()
  await loadAlertCount(store)
  expect(store.get(unreadAlertsAtom)).toBe(12)
})

test('a failure is logged as a polling error and leaves the count as it was', async () => {
  expectConsole(/Polling error/)
  server.use(crudHandler(() => ({ refusal: 'internal-error' })))
  const store = signedIn()
  store.set(unreadAlertsAtom, 5)
  await loadAlertCount(store)
  expect(store.get(unreadAlertsAtom)).toBe(5)
})

test('nobody signed in, nobody is asked', async () => {
  // A call would fail this test: it has no handler.
  await loadAlertCount(createPortalStore())
})

test('it is asked for every five minutes', () => {
  jest.useFakeTimers()
  let asked = 0
  const stop = pollAlertCount(() => (asked += 1))
  jest.advanceTimersByTime(pollingMs - 1)
  expect(asked).toBe(0)
  jest.advanceTimersByTime(1 + pollingMs)
  expect(asked).toBe(2)
  stop()
  jest.advanceTimersByTime(pollingMs)
  expect(asked).toBe(2)
  jest.useRealTimers()
})
