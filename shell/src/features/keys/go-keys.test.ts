import { goKeys } from './go-keys.ts'

const staff = [{ path: '/mail' }, { path: '/permits/processing' }, { path: '/tasks' }, { path: '/users' }]
const client = [{ path: '/permits/processing' }, { path: '/ctasks' }]

/** The page each key of a text opens, typed with a pause before each key in ms. */
function typed(text: string, menu: readonly { path: string }[], pauseMs = 100): (string | null)[] {
  const press = goKeys()
  return text.split('').map((key, index) => press({ key, timeStamp: 5_000 + index * pauseMs }, menu))
}

test.each([
  ['gm', '/mail'],
  ['gp', '/permits/processing'],
  ['gt', '/tasks'],
  ['gu', '/users'],
])('%s opens %s (look.md 9)', (keys, page) => {
  expect(typed(keys, staff)).toEqual([null, page])
})

test('for a client the tasks key opens Client Tasks, and a page outside the menu is not opened', () => {
  expect(typed('gt', client)).toEqual([null, '/ctasks'])
  expect(typed('gu', client)).toEqual([null, null])
})

test('a letter without g, or long after it, opens nothing', () => {
  expect(typed('mptu', staff)).toEqual([null, null, null, null])
  expect(typed('gm', staff, 700)).toEqual([null, null])
  expect(typed('gxm', staff)).toEqual([null, null, null])
})
