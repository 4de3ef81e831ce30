import { rangeBetween } from './grid-keys.ts'

const page = ['A', 'B', 'C', 'D']

test.each([
  ['B', 'D', ['B', 'C', 'D']],
  ['D', 'B', ['B', 'C', 'D']],
  ['C', 'C', ['C']],
  [null, 'C', ['C']],
  ['Z', 'C', ['C']],
])('a range goes from the record selected last to this one: %s to %s', (from, to, expected) => {
  expect(rangeBetween(page, from, to)).toEqual(expected)
})
