import { createPortalStore } from '../portal/portal-store.ts'
import { formatDateTime, today } from '../format/dates.ts'
import { sessionAtom } from './session.ts'
import { todayAtom, watchDays } from './today.ts'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const signedIn = (timeZone: string) =>
  ({
    state: 'signed-in',
    user: {
      pid: 'U1',
      name: 'Ann',
      email: 'ann@portal.example',
      role: 'team',
      org: null,
      pages: {},
      modules: {},
      timeZone,
      ownTimeZone: timeZone,
    },
  }) as const

test('F15: two open pages turn the day at the midnight of whoever is signed in, in whatever zone the machine is', () => {
  jest.setSystemTime(new Date('2026-11-22T09:59:30.000Z'))
  const pages = [createPortalStore(), createPortalStore()].map((store) => {
    const page = { store, turns: 0, stop: () => {} }
    page.stop = watchDays(store, () => (page.turns += 1))
    return page
  })
  for (const { store } of pages) store.set(sessionAtom, signedIn('Pacific/Kiritimati'))
  const days = () => pages.map(({ store }) => store.get(todayAtom))
  for (const page of pages) page.turns = 0
  expect(days()).toEqual(['2026-11-22', '2026-11-22'])
  jest.advanceTimersByTime(29_999)
  expect(days()).toEqual(['2026-11-22', '2026-11-22'])
  jest.advanceTimersByTime(2)
  expect(days()).toEqual(['2026-11-23', '2026-11-23'])
  expect(pages.map(({ turns }) => turns)).toEqual([1, 1])
  expect(today()).toBe('2026-11-23')
  expect(formatDateTime('2026-11-22T10:05:00.000Z')).toBe('Nov 23, 2026, 12:05 AM')
  for (const { store, stop } of pages) {
    store.set(sessionAtom, { state: 'signed-out', failure: null })
    stop()
  }
})

test('F15: a machine that slept over midnight turns the day when it is looked at', () => {
  jest.setSystemTime(new Date('2026-11-01T06:00:00.000Z'))
  const store = createPortalStore()
  store.set(sessionAtom, signedIn('America/Los_Angeles'))
  const turned = jest.fn()
  const stop = watchDays(store, turned)
  expect(store.get(todayAtom)).toBe('2026-10-31')
  jest.setSystemTime(new Date('2026-11-02T07:59:00.000Z'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(store.get(todayAtom)).toBe('2026-11-01')
  expect(turned).toHaveBeenCalledTimes(1)
  store.set(sessionAtom, { state: 'signed-out', failure: null })
  stop()
})
