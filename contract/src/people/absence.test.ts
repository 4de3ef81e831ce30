import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAwayOn, standInOf } from './absence.ts'

test('a person is away from the first day to the last, and back on the day after', () => {
  const days = { from: '2026-12-01', until: '2026-12-05' }
  const away = (day: string) => isAwayOn(days, day)
  assert.deepEqual(['2026-11-30', '2026-12-01', '2026-12-05', '2026-12-06'].map(away), [
    false,
    true,
    true,
    false,
  ])
  assert.ok(isAwayOn({ from: null, until: '2026-12-05' }, '2026-11-30'))
  assert.ok(!isAwayOn({ from: '2026-12-01', until: null }, '2026-12-02'))
})

test('work goes to the delegate, and on to the next where the delegate is away as well', () => {
  const away = new Map([
    ['anna', 'ben'],
    ['ben', 'cleo'],
  ])
  assert.deepEqual(
    ['anna', 'ben', 'cleo', 'dan'].map((person) => standInOf(person, away)),
    ['cleo', 'cleo', 'cleo', 'dan'],
  )
})

test('work stays with the person where nobody is left: no delegate, or a circle of delegates', () => {
  const away = new Map([
    ['anna', 'ben'],
    ['ben', 'cleo'],
    ['cleo', 'anna'],
    ['dan', null],
    ['eve', 'dan'],
    ['fay', 'fay'],
    // Outside the circle, but their delegate is in it.
    ['gil', 'anna'],
  ])
  for (const person of away.keys()) assert.equal(standInOf(person, away), person)
})
