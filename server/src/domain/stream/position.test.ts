import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isComplete, parsePosition, positionText, toSnapshot } from './position.ts'

const at = Date.UTC(2026, 10, 22)

test('a position survives the conversion to an event id and back', () => {
  const before = toSnapshot('90:100:90,95,99')
  const whole = { before, snapshot: before, id: 7, at, saidAt: at + 5 }
  assert.deepEqual(before, { next: 100, open: [90, 95, 99] })
  assert.deepEqual(parsePosition(positionText(whole)), whole)
  const half = { ...whole, snapshot: toSnapshot('95:120:95') }
  const read = parsePosition(positionText(half))
  assert.deepEqual(read, half)
  assert.deepEqual([isComplete(whole), isComplete(half)], [true, false])
  const parsed = parsePosition(positionText(whole))
  assert.equal(parsed !== null && isComplete(parsed), true)
})

test('an invalid event id is not a position', () => {
  for (const text of [
    '',
    'x',
    '-1',
    '1e9',
    '219223',
    '99999999999999999999',
    '1-2-3',
    '1-2-3--',
    '1-2-3--4.',
    `1-2-3--${'z'.repeat(11)}`,
  ])
    assert.equal(parsePosition(text), null, text)
})
