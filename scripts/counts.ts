import { existsSync, readFileSync } from 'node:fs'

export type Runner = 'node' | 'jest' | 'playwright'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** What of each runner's own result file is a count. Suites that could not even load count as failures. */
const readers: Record<Runner, (result: Record<string, unknown>) => Counts> = {
  node: (result) => ({ passed: count(result, 'passed'), failed: count(result, 'failed'), skipped: count(result, 'skipped') }),
  jest: (result) => ({
    passed: count(result, 'numPassedTests'),
    failed: count(result, 'numFailedTests') + count(result, 'numRuntimeErrorTestSuites'),
    skipped: count(result, 'numPendingTests') + count(result, 'numTodoTests'),
  }),
  playwright: ({ stats }) => {
    const numbers = toRecord(stats)
    return { passed: count(numbers, 'expected'), failed: count(numbers, 'unexpected') + count(numbers, 'flaky'), skipped: count(numbers, 'skipped') }
  },
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function count(record: Record<string, unknown>, name: string): number {
  const value = record[name]
  if (typeof value !== 'number') throw new Error(`A test runner left no number "${name}" in its results: its format changed.`)
  return value
}

/**
 * Counts of a finished step. The exit code has the last word: a runner that failed without a failed test, found no test or left no results
 * adds one failure. Without a runner the whole step is one test.
 */
export function readCounts(runner: Runner | undefined, file: string, code: number): Counts {
  if (runner === undefined) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  const result = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const counts = result === '' ? { passed: 0, failed: 0, skipped: 0 } : readers[runner](toRecord(JSON.parse(result)))
  const ran = counts.passed + counts.failed > 0
  return (code !== 0 && counts.failed === 0) || !ran ? { ...counts, failed: counts.failed + 1 } : counts
}
