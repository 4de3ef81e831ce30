import { goKeys } from './go-keys.ts'

const staffMenu = [{ path: '/mail' }, { path: '/permits/processing' }, { path: '/tasks' }, { path: '/users' }]
const clientMenu = [{ path: '/permits/processing' }, { path: '/ctasks' }]

/** Types a text with a pause (ms) between its keys; returns the page that each key opens. */
function pagesOpened(text: string, menu: readonly { path: string }[], pauseMs = 100): (string | null)[] {
  const press = goKeys()
  return text.split('').map((key, index) => press({ key, timeStamp: 5_000 + index * pauseMs }, menu))
}

test.each([
  ['gm', '/mail'],
  ['gp', '/permits/processing'],
  ['gt', '/tasks'],
  ['gu', '/users'],
])('%s opens %s (look.md 9)', (keys, page) => {
  expect(pagesOpened(keys, staffMenu)).toEqual([null, page])
})

test('the tasks key opens Client Tasks for a client, and a page that is not in the menu is not opened', () => {
  expect(pagesOpened('gt', clientMenu)).toEqual([null, '/ctasks'])
  expect(pagesOpened('gu', clientMenu)).toEqual([null, null])
})

test('a letter opens nothing without g before it, after another key, or too long after g', () => {
  expect(pagesOpened('mptu', staffMenu)).toEqual([null, null, null, null])
  // The second key must follow within 600 ms.
  expect(pagesOpened('gm', staffMenu, 700)).toEqual([null, null])
  expect(pagesOpened('gxm', staffMenu)).toEqual([null, null, null])
})
