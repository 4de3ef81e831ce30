import { reportMissingCode } from '@portal/shared-ui'
import { guardPage } from './guard-page.ts'
import { mayReload, reloadKey, reloadWindowMs } from './reload-once.ts'

const at = 1_800_000_000_000
const gone = () => Object.assign(new Error('Loading chunk 1 failed'), { name: 'ChunkLoadError' })

beforeEach(() => sessionStorage.clear())

test('each path is reloaded at most once in ten seconds', () => {
  expect(mayReload('/tasks', at, sessionStorage)).toBe(true)
  expect(mayReload('/tasks', at + reloadWindowMs - 1, sessionStorage)).toBe(false)
  expect(mayReload('/payments', at + 5000, sessionStorage)).toBe(true)
  expect(mayReload('/tasks', at + reloadWindowMs, sessionStorage)).toBe(true)
})

test('the guard uses only its own storage key, and tolerates invalid content', () => {
  sessionStorage.setItem('somebody-elses', 'untouched')
  sessionStorage.setItem(reloadKey, '{"broken')
  expect(mayReload('/tasks', at, sessionStorage)).toBe(true)
  expect(sessionStorage.getItem('somebody-elses')).toBe('untouched')
  expect(Object.keys(sessionStorage).sort()).toEqual([reloadKey, 'somebody-elses'].sort())
})

test('missing code reloads the page once per path in ten seconds, and never over unsaved work (specification.md 2, 9)', () => {
  history.replaceState(null, '', '/tasks')
  const page = { isUnsaved: true, reloads: 0 }
  const stop = guardPage(window, { isUnsaved: () => page.isUnsaved, reload: () => (page.reloads += 1) })
  expect(reportMissingCode(gone())).toBe(false)
  page.isUnsaved = false
  expect(reportMissingCode(gone())).toBe(true)
  expect(reportMissingCode(gone())).toBe(false)
  history.replaceState(null, '', '/payments')
  expect(reportMissingCode(gone())).toBe(true)
  stop()
  expect(page.reloads).toBe(2)
})

test('without a network the page is not reloaded (look.md 10)', () => {
  history.replaceState(null, '', '/users')
  const page = { isOnline: false, reloads: 0 }
  const online = jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => page.isOnline)
  const stop = guardPage(window, { isUnsaved: () => false, reload: () => (page.reloads += 1) })
  expect(reportMissingCode(gone())).toBe(false)
  page.isOnline = true
  expect(reportMissingCode(gone())).toBe(true)
  stop()
  online.mockRestore()
  expect(page.reloads).toBe(1)
})
