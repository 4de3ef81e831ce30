import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { afterSecondTry, filesToRetry, readCounts } from './counts.ts'
import type { Counts, Runner, Verdict } from './counts.ts'
import { closingLine } from './steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'counts-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function judged(runner: Runner | undefined, code: number, result?: object): Verdict {
  const file = join(folder, 'result.json')
  rmSync(file, { force: true })
  if (result !== undefined) writeFileSync(file, JSON.stringify(result))
  return readCounts(runner, file, code)
}

function counted(runner: Runner | undefined, code: number, result?: object): Counts {
  const { passed, failed, skipped } = judged(runner, code, result)
  return { passed, failed, skipped }
}

const jest = {
  numPassedTests: 3,
  numFailedTests: 0,
  numRuntimeErrorTestSuites: 0,
  numPendingTests: 0,
  numTodoTests: 0,
}

test('the results of all three runners are counted', () => {
  assert.deepEqual(counted('node', 1, { passed: 2, failed: 1, skipped: 4 }), {
    passed: 2,
    failed: 1,
    skipped: 4,
  })
  assert.deepEqual(
    counted('jest', 1, { ...jest, numFailedTests: 1, numRuntimeErrorTestSuites: 1, numTodoTests: 1 }),
    {
      passed: 3,
      failed: 2,
      skipped: 1,
    },
  )
  assert.deepEqual(
    counted('playwright', 1, { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 0 } }),
    { passed: 6, failed: 1, skipped: 0 },
  )
})

test('a journey that passed on retry is listed with its first error, and more than two of them fail', () => {
  const flakySpec = (title: string) => ({
    ok: true,
    file: 'group.spec.ts',
    title,
    tests: [{ status: 'flaky', results: [{ error: { message: 'the list is empty' } }, {}] }],
  })
  const name = (title: string) => `group.spec.ts › ${title}: the list is empty (passed on its second try)`
  const verdictOf = (titles: string[]) => {
    const { slowest: _, ...verdict } = judged('playwright', 0, {
      stats: { expected: 1, unexpected: 0, flaky: titles.length, skipped: 0 },
      suites: [{ specs: titles.map(flakySpec) }],
    })
    return verdict
  }
  assert.deepEqual(verdictOf(['a', 'b']), {
    passed: 3,
    failed: 0,
    skipped: 0,
    failures: [],
    failedFiles: [],
    figures: [],
    unsteady: [name('a'), name('b')],
  })
  assert.deepEqual(verdictOf(['a', 'b', 'c']), {
    passed: 1,
    failed: 3,
    skipped: 0,
    failures: [name('a'), name('b'), name('c')],
    failedFiles: [],
    figures: [],
    unsteady: [],
  })
})

test('what journeys measured is listed, also of nested suites and beside other annotations', () => {
  const figure = { type: 'figure', description: '29 combinations' }
  const specs = [{ ok: true, tests: [{ annotations: [{ type: 'slow' }, figure], results: [{}] }] }]
  const stats = { expected: 1, unexpected: 0, flaky: 0, skipped: 0 }
  const { figures } = judged('playwright', 0, { stats, suites: [{ suites: [{ specs }] }] })
  assert.deepEqual(figures, ['29 combinations'])
})

test('at most two files of Node tests get a second try, whose failures decide', () => {
  const first = (...failedFiles: string[]) =>
    judged('node', 1, { passed: 5, failed: 2, skipped: 0, failures: ['a: 1 is not 2', 'b'], failedFiles })
  assert.deepEqual(filesToRetry(first('a.test.ts', 'b.test.ts')), ['a.test.ts', 'b.test.ts'])
  assert.deepEqual(filesToRetry(first('a.test.ts', 'b.test.ts', 'c.test.ts')), [])
  const passed = judged('node', 0, { passed: 3, failed: 0, skipped: 0 })
  assert.deepEqual(afterSecondTry(first('a.test.ts'), passed), {
    passed: 7,
    failed: 0,
    skipped: 0,
    failures: [],
    failedFiles: [],
    figures: [],
    unsteady: ['a: 1 is not 2 (passed on its second try)', 'b (passed on its second try)'],
    slowest: [],
  })
  for (const failed of [
    judged('node', 1, { passed: 2, failed: 1, skipped: 0 }),
    judged('node', 1),
    judged('node', 0, { passed: 0, failed: 0, skipped: 1 }),
  ])
    assert.deepEqual(afterSecondTry(first('a.test.ts'), failed), first('a.test.ts'))
})

test('the files that took longest are known for each runner, longest first', () => {
  const ordered = [
    { file: 'slow', elapsedMs: 900 },
    { file: 'fast', elapsedMs: 500 },
  ]
  const node = { passed: 3, failed: 0, skipped: 0, files: ordered.toReversed() }
  assert.deepEqual(judged('node', 0, node).slowest, ordered)
  const testResults = [
    { name: 'fast', startTime: 1_000, endTime: 1_500 },
    { name: 'slow', startTime: 1_200, endTime: 2_100 },
  ]
  assert.deepEqual(judged('jest', 0, { ...jest, testResults }).slowest, ordered)
  const spec = (file: string, ...durations: number[]) => ({
    file,
    ok: true,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  })
  const suites = [
    { specs: [spec('fast', 500)], suites: [{ specs: [spec('slow', 200, 300)] }] },
    { specs: [spec('slow', 400)] },
  ]
  const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 }
  assert.deepEqual(judged('playwright', 0, { stats, suites }).slowest, ordered)
})

test('failed tests are listed with their reasons, for each runner', () => {
  assert.deepEqual(
    judged('node', 1, { passed: 2, failed: 1, skipped: 0, failures: ['a count is exact'] }).failures,
    ['a count is exact'],
  )
  const files = [
    {
      status: 'failed',
      name: 'a.test.tsx',
      assertionResults: [
        { status: 'passed', fullName: 'one' },
        {
          status: 'failed',
          fullName: 'two',
          failureMessages: ['Error: \u001b[31mtwo\u001b[39m\n  is not 2', 'later'],
        },
      ],
    },
    { status: 'failed', name: 'b.test.tsx', message: 'Cannot find module', assertionResults: [] },
  ]
  assert.deepEqual(judged('jest', 1, { ...jest, numFailedTests: 1, testResults: files }).failures, [
    'two: Error: two is not 2',
    'b.test.tsx: Cannot find module',
  ])
  const suites = [
    {
      specs: [],
      suites: [
        {
          specs: [
            {
              ok: false,
              file: 'group.spec.ts',
              title: 'three deep',
              tests: [
                { results: [{ error: { message: 'expect(locator).toBeVisible() failed\n\nCall log:' } }] },
              ],
            },
            { ok: true, file: 'x', title: 'y' },
          ],
        },
      ],
    },
  ]
  assert.deepEqual(
    judged('playwright', 1, { stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 }, suites }).failures,
    ['group.spec.ts › three deep: expect(locator).toBeVisible() failed Call log:'],
  )
})

test('a runner that failed, ran no tests or left no results counts as a failure', () => {
  assert.equal(counted('jest', 1, jest).failed, 1)
  assert.equal(counted('node', 0, { passed: 0, failed: 0, skipped: 3 }).failed, 1)
  assert.equal(counted('playwright', 0).failed, 1)
})

test('a check without tests of its own counts as one', () => {
  assert.deepEqual(counted(undefined, 0), { passed: 1, failed: 0, skipped: 0 })
  assert.deepEqual(counted(undefined, 2), { passed: 0, failed: 1, skipped: 0 })
})

test('the closing line has the specified format (contract.md 1)', () => {
  assert.equal(closingLine({ passed: 12, failed: 0, skipped: 0 }), '12 passed, 0 failed')
  assert.equal(closingLine({ passed: 12, failed: 1, skipped: 2 }), '12 passed, 1 failed, 2 skipped')
})
