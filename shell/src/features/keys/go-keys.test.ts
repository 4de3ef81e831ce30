import { goKeys } from './go-keys.ts'

const staff = [{ path: '/mail' }, { path: '/permits/processing' }, { path: '/tasks' }, { path: '/users' }]
const client = [{ path: '/permits/processing' }, { path: '/ctasks' }]

/** What each key of a text leads to, typed with a pause before each in ms. */
function typed(text: string, menu: readonly { path: string }[], pauseMs = 100): (string | null)[] {
  const press = goKeys()
  return text.split('').map((key, place) => press({ key, timeStamp: 5_000 + place * pauseMs }, menu))
}

test.each([
  ['gm', '/mail'],
  ['gp', '/permits/processing'],
  ['gt', '/tasks'],
  ['gu', '/users'],
])('%s goes to %s (look.md 9)', (keys, page) => {
  expect(typed(keys, staff)).toEqual([null, page])
})

test('tasks of a client are their Client Tasks, and pages that are not in the menu are not gone to', () => {
  expect(typed('gt', client)).toEqual([null, '/ctasks'])
  expect(typed('gu', client)).toEqual([null, null])
})

test('a letter alone, or long after g, is a letter', () => {
  expect(typed('mptu', staff)).toEqual([null, null, null, null])
  expect(typed('gm', staff, 700)).toEqual([null, null])
  expect(typed('gxm', staff)).toEqual([null, null, null])
})
