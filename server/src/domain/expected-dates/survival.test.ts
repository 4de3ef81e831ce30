import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { daysUntil, fitSurvival } from './survival.ts'
import type { DurationCount } from './survival.ts'

const isFull = process.env['PROVE'] === '1'

test('permits that are still open count until their last day', () => {
  // Textbook example: 6-MP group of Freireich 1963, in weeks; `+` is still in remission.
  const reached = [6, 6, 6, 7, 10, 13, 16, 22, 23]
  const open = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35]
  const curve = fitSurvival([
    ...reached.map((days) => ({ days, isReached: true, count: 1 })),
    ...open.map((days) => ({ days, isReached: false, count: 1 })),
  ])
  assert.equal(curve.reached, 9)
  assert.deepEqual(curve.days, [6, 7, 10, 13, 16, 22, 23])
  assert.deepEqual(
    curve.remaining.map((part) => Number(part.toFixed(4))),
    [0.8571, 0.8067, 0.7529, 0.6902, 0.6275, 0.5378, 0.4482],
  )
  assert.equal(daysUntil(curve, 0, 0.5), 23)
  assert.equal(daysUntil(curve, 0, 0.8), null)
  // Of those open after ten weeks, a fifth is done by week 22.
  assert.equal(daysUntil(curve, 10, 0.2), 22)
})

test('without permits, or after more days than any of them waited, nothing is expected', () => {
  assert.equal(daysUntil(fitSurvival([]), 0, 0.5), null)
  const curve = fitSurvival([{ days: 5, isReached: true, count: 3 }])
  assert.equal(daysUntil(curve, 4, 0.8), 5)
  assert.equal(daysUntil(curve, 5, 0.5), null)
})

test('without open permits the estimate is the share of the permits themselves, also for those that waited', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(60), { minLength: 1, maxLength: 40 }),
      fc.nat(60),
      fc.constantFrom(0.2, 0.5, 0.8),
      (durations, waitedDays, share) => {
        const counts = durations.map((days): DurationCount => ({ days, isReached: true, count: 1 }))
        const comparable = durations.filter((days) => days > waitedDays).toSorted((a, b) => a - b)
        const expected = comparable[Math.ceil(comparable.length * share - 1e-9) - 1] ?? null
        assert.equal(daysUntil(fitSurvival(counts), waitedDays, share), expected)
      },
    ),
    { numRuns: isFull ? 20_000 : 300 },
  )
})

/** A generator of pseudo-random numbers in [0, 1). Source: Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

test('four of five later permits are done by the late day, although a quarter of the known ones is still open', () => {
  const random = randomFrom(20_261_126)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const duration = () => Math.round(Math.exp(3 + 0.8 * normal()))
  // Known permits began in the 90 days before the estimate.
  const known = Array.from({ length: 4_000 }, (): DurationCount => {
    const [days, seenDays] = [duration(), Math.floor(random() * 90)]
    return { days: Math.min(days, seenDays), isReached: days <= seenDays, count: 1 }
  })
  const curve = fitSurvival(known)
  for (const waitedDays of [0, 10, 20]) {
    const late = daysUntil(curve, waitedDays, 0.8)
    assert.ok(late !== null)
    const later = Array.from({ length: 20_000 }, duration).filter((days) => days > waitedDays)
    const covered = later.filter((days) => days <= late).length / later.length
    assert.ok(covered >= 0.75 && covered <= 0.85, `${waitedDays} days waited: ${covered}`)
  }
})
