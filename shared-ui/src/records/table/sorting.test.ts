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
])('clicks sort by that column only: ascending, descending, unsorted: %s, %s', (sort, field, expected) => {
  expect(by(sort, field)).toBe(expected)
})

test.each([
  ['status', 'title', 'status,title'],
  ['status,title', 'title', 'status,-title'],
  ['status,-title,org', 'title', 'status,org'],
])('with Shift the other sort columns stay: %s, %s', (sort, field, expected) => {
  expect(by(sort, field, true)).toBe(expected)
})

test('a sort has at most five columns, and only sortable ones', () => {
  expect(by('title,org,status,city,region', 'priority', true)).toBeNull()
  expect(by('', 'tags')).toBeNull()
})
