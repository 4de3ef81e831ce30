import { setLanguage } from '../i18n/language.ts'
import { screenInSpanish } from '../test-support/screen-in-spanish.ts'
import { keySectionsAt } from './key-help.ts'

afterEach(() => setLanguage('en'))

const titlesAt = (path: string) => keySectionsAt(path).map(({ title }) => title)

test.each([
  ['/mail/archive', ['Everywhere', 'Mail', 'New message', 'Search or go to']],
  ['/folders/team', ['Everywhere', 'Files', 'Search or go to', 'List pages']],
  ['/calendar', ['Everywhere', 'Calendar', 'Search or go to', 'List pages']],
  ['/permits/processing', ['Everywhere', 'Search or go to', 'List pages', 'Table']],
])('at %s the sheet of keys begins with %s (look.md 9)', (path, first) => {
  expect(titlesAt(path).slice(0, 4)).toEqual(first)
  expect(titlesAt(path).toSorted()).toEqual(titlesAt('/').toSorted())
})

test('a Spanish screen lists every key in Spanish', async () => {
  const wordsAt = (path: string) =>
    keySectionsAt(path).flatMap(({ title, keys }) => [title, ...keys.map(({ does }) => does)])
  const english = wordsAt('/')
  await screenInSpanish()
  const spanish = wordsAt('/')
  expect(spanish).toHaveLength(english.length)
  expect(spanish.filter((text) => english.includes(text))).toEqual([])
  expect(titlesAt('/mail').slice(0, 2)).toEqual(['En todo el portal', 'Correo'])
  expect(keySectionsAt('/')[4]?.keys[2]).toEqual({ keys: '1 a 9', does: 'Pestañas' })
})
