import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSampleRows } from './main.ts'
import { showProgress } from './progress.ts'

test('npm run seed takes --rows N', () => {
  assert.equal(readSampleRows(['--rows', '1000000']), 1_000_000)
  assert.equal(readSampleRows(['--rows=5']), 5)
})

test('an invalid --rows is named in a one-sentence error', () => {
  for (const args of [
    [],
    ['--rows'],
    ['--rows', 'many'],
    ['--rows', '0'],
    ['--rows', '1.5'],
    ['--rows', '-5'],
    ['--rows', '99999999'],
    ['--rwos', '5'],
    ['5'],
  ]) {
    assert.throws(
      () => readSampleRows(args),
      { name: 'StartRefusal', message: /^[^\n]*--rows[^\n]*\.$/ },
      args.join(' '),
    )
  }
})

test('progress is a bar on a terminal and plain lines on other outputs', () => {
  const draw = (isTTY: boolean) => {
    let text = ''
    const progress = showProgress('Permits', 1000, {
      isTTY,
      columns: 80,
      write: (part: string) => (text += part),
    })
    for (const done of [50, 100, 120, 1000]) progress.to(done)
    progress.finish()
    return text
  }
  assert.equal(draw(false), 'Permits: 100 of 1,000 (10 %)\nPermits: 1,000 of 1,000 (100 %)\n')
  assert.match(draw(true), /\rPermits \[#+\] 100 % 1,000 of 1,000\n$/)
})
