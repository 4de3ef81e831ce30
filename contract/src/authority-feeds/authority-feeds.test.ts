import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyGuardContext } from '../machines/machine.ts'
import { findStatus } from '../permits/status-map.ts'
import { seedMap } from '../permits/seed-status-map.ts'
import { isDry, isMassEnding } from './brakes.ts'
import { isEndStatus, pathTo } from './path.ts'
import { feedPresets } from './presets.ts'
import { FeedStatuses, foldNumber, sourceMismatch } from './sources.ts'

const way = (from: string, to: string, heldFrom: string | null = null) =>
  pathTo(seedMap, from, to, { ...emptyGuardContext, heldFrom })?.join(' > ') ?? null

test('the path to the status of the authority is the shortest that says nothing wrong on the way', () => {
  const ways: [from: string, to: string, path: string | null][] = [
    ['UNDER_REVIEW', 'ISSUED', 'APPROVED > ISSUED'],
    ['SUBMITTED', 'CLOSED', 'UNDER_REVIEW > APPROVED > ISSUED > CLOSED'],
    ['ISSUED', 'CLOSED', 'CLOSED'],
    ['ISSUED', 'EXPIRED', 'EXPIRED'],
    ['EXPIRED', 'CLOSED', 'ISSUED > CLOSED'],
    ['CLOSED', 'ISSUED', 'ISSUED'],
    ['DENIED', 'ISSUED', 'UNDER_REVIEW > APPROVED > ISSUED'],
    ['ISSUED', 'ON_HOLD', 'UNDER_REVIEW > ON_HOLD'],
    ['VOIDED', 'ISSUED', null],
    ['ISSUED', 'SUPERSEDED', null],
    ['ISSUED', 'DRAFT', null],
  ]
  for (const [from, to, path] of ways) assert.equal(way(from, to), path, `${from} to ${to}`)
  assert.equal(way('ON_HOLD', 'ISSUED', 'UNDER_REVIEW'), 'UNDER_REVIEW > APPROVED > ISSUED')
  assert.equal(way('ON_HOLD', 'ISSUED'), null)
})

test('many permits that end at once are held, a few are not', () => {
  assert.deepEqual(
    [isMassEnding(9, 20), isMassEnding(10, 199), isMassEnding(10, 200), isMassEnding(1_300, 25_392)],
    [false, true, false, true],
  )
  assert.deepEqual(
    ['ISSUED', 'EXPIRED', 'CLOSED', 'UNDER_REVIEW'].map((status) => isEndStatus(seedMap, status)),
    [false, true, true, false],
  )
})

test('a feed without the permits that it had has run dry', () => {
  assert.deepEqual(
    [isDry(0, 0), isDry(1, 1), isDry(5, 4), isDry(20, 11), isDry(20, 9)],
    [false, true, false, true, false],
  )
})

test('a permit number keeps its suffix', () => {
  for (const typed of ['  2015-000001   bp ', '2015-000001\u00a0BP', '\ufeff2015-000001\t\u2009bp'])
    assert.equal(foldNumber(typed), '2015-000001 BP')
  assert.equal(foldNumber('Cafe\u0301-7'), 'CAF\u00c9-7')
  assert.notEqual(foldNumber('2015-000001 BP'), foldNumber('2015-000001 EP'))
})

test('each preset fits its dialect, and each of its statuses is one of a new portal', () => {
  for (const preset of feedPresets) {
    assert.equal(sourceMismatch(preset), null, preset.key)
    assert.ok(FeedStatuses.safeParse(preset.statuses).success, preset.key)
    for (const [word, { to }] of Object.entries(preset.statuses))
      assert.ok(findStatus(seedMap, to) !== undefined, `${preset.key} ${word}`)
  }
})
