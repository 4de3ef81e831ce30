import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export type Runner = 'node' | 'jest' | 'playwright'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export interface Verdict extends Counts {
  /** Names of the failed tests, each with the beginning of its message if the runner provides one. */
  failures: readonly string[]
  /** Files of the failed tests, relative to the root; empty where the runner does not tell. */
  failedFiles: readonly string[]
  /**
   * Names of tests that passed only on retry, each with its first error, when they do not count as failed.
   */
  unsteady: readonly string[]
  /** What tests measured and reported; `npm run prove` prints it. */
  figures: readonly string[]
  /** Duration of the tests of each file, longest first. */
  slowest: readonly { file: string; elapsedMs: number }[]
}

/**
 * Maximum number of journeys, and of files of Node tests, that may need a second try in a run (decision
 * 0024). With more, all of them count as failed.
 */
const unsteadyAllowed = 2

/** Reads the counts from the result file of each runner. Suites that failed to load count as failures. */
const readers: Record<Runner, (result: Record<string, unknown>) => Verdict> = {
  node: (result) => ({
    passed: count(result, 'passed'),
    failed: count(result, 'failed'),
    skipped: count(result, 'skipped'),
    failures: list(result, 'failures').map(String),
    failedFiles: list(result, 'failedFiles').map(String),
    figures: list(result, 'figures').map(String),
    unsteady: [],
    slowest: summed(
      list(result, 'files')
        .map(toRecord)
        .map(({ file, elapsedMs }) => [String(file), Number(elapsedMs)]),
    ),
  }),
  jest: (result) => ({
    passed: count(result, 'numPassedTests'),
    failed: count(result, 'numFailedTests') + count(result, 'numRuntimeErrorTestSuites'),
    skipped: count(result, 'numPendingTests') + count(result, 'numTodoTests'),
    failures: list(result, 'testResults').flatMap(failedInFile),
    failedFiles: [],
    figures: [],
    unsteady: [],
    slowest: summed(
      list(result, 'testResults')
        .map(toRecord)
        .map(({ name, startTime, endTime }) => [String(name), Number(endTime) - Number(startTime)]),
    ),
  }),
  playwright: (result) => {
    const numbers = toRecord(result['stats'])
    const flaky = count(numbers, 'flaky')
    const isTolerated = flaky <= unsteadyAllowed
    const unsteady = namesOf(result, isUnsteady).map(passedLater)
    const failures = namesOf(result, (spec) => spec['ok'] === false && !isUnsteady(spec))
    return {
      passed: count(numbers, 'expected') + (isTolerated ? flaky : 0),
      failed: count(numbers, 'unexpected') + (isTolerated ? 0 : flaky),
      skipped: count(numbers, 'skipped'),
      failures: isTolerated ? failures : [...failures, ...unsteady],
      failedFiles: [],
      figures: figuresOf(result),
      unsteady: isTolerated ? unsteady : [],
      slowest: summed(durationsOf(result)),
    }
  },
}

const passedLater = (name: string): string => `${name} (passed on its second try)`

/** The files of Node tests that get a second try: none when more failed than may be unsteady. */
export function filesToRetry({ failedFiles }: Verdict): readonly string[] {
  return failedFiles.length > unsteadyAllowed ? [] : failedFiles
}

/**
 * The verdict on a run of Node tests of which the failed files, and no others, ran a second time. Unless all
 * of them passed then, the first verdict stands.
 */
export function afterSecondTry(first: Verdict, second: Verdict): Verdict {
  if (second.failed > 0) return first
  const { passed, failed, failures } = first
  return {
    ...first,
    passed: passed + failed,
    failed: 0,
    failures: [],
    failedFiles: [],
    unsteady: failures.map(passedLater),
  }
}

/** Failed tests of a jest file, or the file itself when it failed to load. */
function failedInFile(file: unknown): string[] {
  const { status, name, message, assertionResults } = toRecord(file)
  const tests = (Array.isArray(assertionResults) ? assertionResults.map(toRecord) : []).filter(
    (each) => each['status'] === 'failed',
  )
  if (tests.length > 0)
    return tests.map(({ fullName, failureMessages }) =>
      named(String(fullName), Array.isArray(failureMessages) ? String(failureMessages[0] ?? '') : undefined),
    )
  return status === 'failed' ? [named(String(name), message)] : []
}

const isUnsteady = (spec: Record<string, unknown>) =>
  list(spec, 'tests').some((each) => toRecord(each)['status'] === 'flaky')

/** Names, with reasons, of the tests in a playwright suite and its nested suites that satisfy `isAsked`. */
function namesOf(
  suite: Record<string, unknown>,
  isAsked: (spec: Record<string, unknown>) => boolean,
): string[] {
  const specs = list(suite, 'specs').map(toRecord).filter(isAsked)
  return [
    ...specs.map((spec) => named(`${String(spec['file'])} › ${String(spec['title'])}`, firstErrorOf(spec))),
    ...list(suite, 'suites')
      .map(toRecord)
      .flatMap((inner) => namesOf(inner, isAsked)),
  ]
}

/** File and duration of each try of each test in a playwright suite and its nested suites. */
function durationsOf(suite: Record<string, unknown>): [file: string, elapsedMs: number][] {
  const specs = list(suite, 'specs').map(toRecord)
  return [
    ...specs.flatMap((spec) =>
      list(spec, 'tests')
        .flatMap((each) => list(toRecord(each), 'results').map(toRecord))
        .map(({ duration }): [string, number] => [String(spec['file']), Number(duration)]),
    ),
    ...list(suite, 'suites').map(toRecord).flatMap(durationsOf),
  ]
}

/** What the tests of a playwright suite and its nested suites measured (e2e/support/figures.ts). */
function figuresOf(suite: Record<string, unknown>): string[] {
  const tests = list(suite, 'specs').flatMap((spec) => list(toRecord(spec), 'tests').map(toRecord))
  return [
    ...tests
      .flatMap((each) => list(each, 'annotations').map(toRecord))
      .filter(({ type }) => type === 'figure')
      .map(({ description }) => String(description)),
    ...list(suite, 'suites').map(toRecord).flatMap(figuresOf),
  ]
}

/** Sums durations by file, longest first. */
function summed(durations: readonly (readonly [file: string, elapsedMs: number])[]): Verdict['slowest'] {
  const byFile = new Map<string, number>()
  for (const [file, elapsedMs] of durations) byFile.set(file, (byFile.get(file) ?? 0) + elapsedMs)
  return [...byFile]
    .map(([file, elapsedMs]) => ({ file, elapsedMs }))
    .toSorted((one, other) => other.elapsedMs - one.elapsedMs)
}

/** The message of the first failed attempt of a playwright test. */
function firstErrorOf(spec: Record<string, unknown>): unknown {
  const results = list(spec, 'tests').flatMap((each) => list(toRecord(each), 'results').map(toRecord))
  return results.map(({ error }) => toRecord(error)['message']).find((message) => message !== undefined)
}

const maxReasonLength = 400

/** A name and the beginning of its message, if any, on one line without colors. */
function named(name: string, message: unknown): string {
  if (typeof message !== 'string' || message === '') return name
  const reason = stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').trim()
  return `${name}: ${reason.slice(0, maxReasonLength)}`
}

function list(record: Record<string, unknown>, name: string): unknown[] {
  const value = record[name]
  return Array.isArray(value) ? value : []
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function count(record: Record<string, unknown>, name: string): number {
  const value = record[name]
  if (typeof value !== 'number')
    throw new Error(`A test runner left no number "${name}" in its results: its format changed.`)
  return value
}

const nothingNamed = {
  skipped: 0,
  failures: [],
  failedFiles: [],
  figures: [],
  unsteady: [],
  slowest: [],
} as const

/**
 * Counts of a finished step. The exit code takes precedence: a runner that failed without a failed test, ran
 * no tests or left no results adds one failure. A step without a runner counts as one test.
 */
export function readCounts(runner: Runner | undefined, file: string, code: number): Verdict {
  if (runner === undefined) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, ...nothingNamed }
  const result = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const counts: Verdict =
    result === '' ? { passed: 0, failed: 0, ...nothingNamed } : readers[runner](toRecord(JSON.parse(result)))
  const ran = counts.passed + counts.failed > 0
  return (code !== 0 && counts.failed === 0) || !ran ? { ...counts, failed: counts.failed + 1 } : counts
}
