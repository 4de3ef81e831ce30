import { keySectionsAt } from './key-help.ts'

const titlesAt = (path: string) => keySectionsAt(path).map(({ title }) => title)

test.each([
  ['/mail/archive', ['Everywhere', 'Mail', 'New message', 'Search or go to']],
  ['/folders/team', ['Everywhere', 'Files', 'Search or go to', 'List pages']],
  ['/permits/processing', ['Everywhere', 'Search or go to', 'List pages', 'Table']],
])('at %s the sheet of keys begins with %s (look.md 9)', (path, first) => {
  expect(titlesAt(path).slice(0, 4)).toEqual(first)
  expect(titlesAt(path).toSorted()).toEqual(titlesAt('/').toSorted())
})
