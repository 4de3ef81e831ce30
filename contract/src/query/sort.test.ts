import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collections } from '../collections/collections.ts'
import { Refusal } from '../problem.ts'
import { fieldFinder } from './fields.ts'
import { parseSort, toSortText } from './sort.ts'

const find = fieldFinder(collections.permits, { role: 'client' })

test('parsing a sort and writing it as text returns the same sort', () => {
  for (const text of ['', 'title', '-createdAt,title', 'pid', 'org,-status,title,city,-version'])
    assert.equal(toSortText(parseSort(text, find)), text)
  assert.equal(toSortText(parseSort(' title , -city ', find)), 'title,-city')
})

for (const [sort, word] of [
  ['nonsense', 'nonsense'],
  ['--title', '-title'],
  ['title,-title', 'twice'],
  ['tags', 'tags'],
  ['attributes', 'attributes'],
  ['priority', 'priority'],
  ['title,city,status,org,pid,version', 'at most 5'],
  ['__proto__', '__proto__'],
] as const) {
  test(`the sort "${sort}" is refused`, () => {
    assert.throws(
      () => parseSort(sort, find),
      (error) =>
        error instanceof Refusal && error.type === 'validation-failed' && error.message.includes(word),
    )
  })
}
