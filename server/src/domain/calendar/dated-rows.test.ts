import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instantsOf } from './dated-rows.ts'

/** Days in a time zone, and the instants between which they lie. */
const windows = [
  ['UTC', '2026-11-01', '2026-11-30', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
  ['America/Chicago', '2026-11-01', '2026-11-30', '2026-11-01T05:00:00.000Z', '2026-12-01T06:00:00.000Z'],
  // The clocks go forward on the 8th and back on the 1st: the day has 23 and 25 hours.
  ['America/Chicago', '2026-03-08', '2026-03-08', '2026-03-08T06:00:00.000Z', '2026-03-09T05:00:00.000Z'],
  ['America/Chicago', '2026-11-01', '2026-11-01', '2026-11-01T05:00:00.000Z', '2026-11-02T06:00:00.000Z'],
  ['Asia/Kolkata', '2026-01-01', '2026-01-07', '2025-12-31T18:30:00.000Z', '2026-01-07T18:30:00.000Z'],
  // The clocks skip midnight, so the day begins at one o'clock.
  ['America/Santiago', '2026-09-06', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-06-15', '2026-06-15', '2026-06-14T10:00:00.000Z', '2026-06-15T10:00:00.000Z'],
] as const

for (const [zone, from, to, since, before] of windows) {
  test(`the days ${from} to ${to} in ${zone} begin and end at that zone’s midnight`, () => {
    const instants = instantsOf({ from, to }, zone)
    assert.deepEqual([instants.since.toISOString(), instants.before.toISOString()], [since, before])
  })
}
