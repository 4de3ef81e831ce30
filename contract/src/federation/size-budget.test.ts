import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whyTooHeavy } from './size-budget.ts'

test('the size budget counts the smallest form of each script and style, at 1,000 bytes per kB (issue 8)', () => {
  const files = [
    { path: 'remoteEntry.js', size: 300_000 },
    { path: 'remoteEntry.js.br', size: 70_000 },
    { path: 'remoteEntry.js.gz', size: 80_000 },
    { path: 'assets/one.css', size: 50_001 },
    { path: 'assets/plan.svg', size: 900_000 },
    { path: 'portal-build.json', size: 5_000 },
  ]
  assert.equal(whyTooHeavy(files), null)
  assert.equal(whyTooHeavy(files, 121), null)
  assert.equal(
    whyTooHeavy(files, 120),
    'its scripts and styles weigh 121 kB as they are sent, and its budget is 120 kB',
  )
  assert.match(
    whyTooHeavy([{ path: 'remoteEntry.js', size: 150_001 }]) ?? '',
    /weigh 151 kB .* budget is 150 kB/,
  )
  assert.equal(whyTooHeavy(files, 1_000, 121), null)
  assert.match(whyTooHeavy(files, 1_000, 120) ?? '', /weigh 121 kB .* this portal takes at most 120 kB/)
})
