import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Problem } from './problem.ts'
import { isProblemBody } from './read-problem.ts'

const whole = {
  type: 'duplicate',
  title: 'Already exists',
  status: 409,
  detail: 'There is one.',
  instance: 'req-1',
  errors: [{ path: 'query.page', code: 'too-big', detail: 'Too big.' }],
  current: { pid: '01A' },
  unmet: ['a'],
  code: 'one',
  params: { limit: 1 },
}

/** Any value in place of a member, mostly one of the wrong kind. */
const member = fc.oneof(
  fc.constant(undefined),
  fc.constant(null),
  fc.string(),
  fc.double(),
  fc.constantFrom([], ['a'], [1], [{ path: 'a', code: 'b', detail: 'c' }], [{ path: 'a' }], {}, { a: 1 }),
)

test('a body is read as a problem exactly when the schema accepts it', () => {
  assert.equal(isProblemBody(whole), true)
  for (const body of [null, undefined, 'text', 1, [], [whole], {}]) assert.equal(isProblemBody(body), false)
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(whole)), member, (name, value) => {
      const body = { ...whole, [name]: value }
      assert.equal(isProblemBody(body), Problem.safeParse(body).success, JSON.stringify(body))
    }),
  )
})
