import { collections } from '@portal/contract'
import { sortedBy } from './sorting.ts'

const by = (sort: string, field: string, isAdded = false) =>
  sortedBy(sort, collections.permits, field, isAdded)

test.each([
  ['', 'title', 'title'],
  ['title', 'title', '-title'],
  ['-title', 'title', ''],
  ['status,-targetDate', 'title', 'title'],
  ['status,-targetDate', 'status', 'status'],
])('a click sorts by that column alone, up, then down, then no more: %s, %s', (sort, field, expected) => {
  expect(by(sort, field)).toBe(expected)
})

test.each([
  ['status', 'title', 'status,title'],
  ['status,title', 'title', 'status,-title'],
  ['status,-title,org', 'title', 'status,org'],
])('with shift the other columns stay: %s, %s', (sort, field, expected) => {
  expect(by(sort, field, true)).toBe(expected)
})

test('at most five columns, and none that has no order', () => {
  expect(by('title,org,status,city,region', 'priority', true)).toBeNull()
  expect(by('', 'tags')).toBeNull()
})
