import { mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterSecondTry, filesToRetry, readCounts } from './counts.ts'
import type { Counts, Runner, Verdict } from './counts.ts'
import { root, runNode, seconds } from './run.ts'
import type { Outcome } from './run.ts'

/**
 * One step of `npm test`. Without a runner it counts as a single test, which passes when its program exits
 * with 0.
 */
export interface Step {
  name: string
  /** Script and arguments for Node, relative to the root. */
  args: readonly string[]
  /** Test files, the last arguments. Those that fail get a second try by themselves, except in a proof. */
  files?: readonly string[]
  runner?: Runner
  env?: Record<string, string>
}

/** Steps without a runner that run at the same time: most of their programs use one core. */
const checksAtOnce = 2
/** Files that take longest, which are named for each suite. */
const slowestNamed = 10

/** Seed of all property tests; the same on every machine unless SEED is set. */
export const seed = process.env['SEED'] ?? '20261120'

/** Runs with full counts (`npm run prove`) try nothing twice. */
const isProof = () => process.env['PROVE'] === '1'

const resultFolder = join(root, '.cache', 'test')

/** Compile cache of Node, so that the many test processes do not compile the server again. */
const compileCache = join(root, '.cache', 'compile')

/** Arguments that make each runner write its results to a file in addition to its output. */
const reporting = {
  node: (file) => ({
    args: [
      `--test-reporter=spec`,
      '--test-reporter-destination=stdout',
      `--test-reporter=${join(root, 'scripts/count-reporter.mjs')}`,
      `--test-reporter-destination=${file}`,
    ],
    env: {},
  }),
  jest: (file) => ({ args: ['--json', `--outputFile=${file}`], env: {} }),
  playwright: (file) => ({
    args: [],
    env: { E2E_REPORT: file, E2E_RETRIES: isProof() ? '0' : '1' },
  }),
} as const satisfies Record<Runner, (file: string) => { args: string[]; env: Record<string, string> }>

function describe({ passed, failed, skipped }: Counts): string {
  return [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(', ')
}

/** The files that took longest: `mail.spec.ts 73 s, bulk.spec.ts 26 s`. */
function slowest(files: Verdict['slowest']): string {
  return files
    .slice(0, slowestNamed)
    .map(({ file, elapsedMs }) => `${basename(file)} ${seconds(elapsedMs)}`)
    .join(', ')
}

/** Runs the program of a step, with all its files or some of them. */
async function runProgram(step: Step, files = step.files ?? []): Promise<Outcome & { counts: Verdict }> {
  const file = join(resultFolder, `${step.name.replaceAll(' ', '-')}.json`)
  rmSync(file, { force: true })
  const told = step.runner === undefined ? { args: [], env: {} } : reporting[step.runner](file)
  const [script = '', ...rest] = [...step.args, ...files]
  const args = step.runner === 'node' ? [script, ...told.args, ...rest] : [script, ...rest, ...told.args]
  const outcome = await runNode(args, {
    env: { SEED: seed, NODE_COMPILE_CACHE: compileCache, ...told.env, ...step.env },
  })
  return { ...outcome, counts: readCounts(step.runner, file, outcome.code) }
}

/** Runs a step, and the test files that failed a second time. */
async function runTwice(step: Step): Promise<Outcome & { counts: Verdict }> {
  const first = await runProgram(step)
  const failed = isProof() ? [] : filesToRetry(first.counts)
  if (failed.length === 0) return first
  const second = await runProgram(step, failed)
  return {
    code: second.code,
    counts: afterSecondTry(first.counts, second.counts),
    output: first.output,
    elapsedMs: first.elapsedMs + second.elapsedMs,
  }
}

/** Runs one step and prints one line about it, followed by the output of the program when it failed. */
async function runStep(step: Step): Promise<Counts> {
  const { counts, output, elapsedMs } = await runTwice(step)
  console.log(
    `${counts.failed === 0 ? 'ok    ' : 'FAILED'} ${step.name.padEnd(14)} ${seconds(elapsedMs).padStart(6)}  ${describe(counts)}`,
  )
  // Failed tests are listed before the long output, so that they are visible at the beginning.
  for (const name of counts.failures) console.log(`       failed: ${name}`)
  for (const name of counts.unsteady) console.log(`       unsteady: ${name}`)
  if (isProof()) for (const figure of counts.figures) console.log(`       ${figure}`)
  if (counts.slowest.length > 0) console.log(`       slowest: ${slowest(counts.slowest)}`)
  if (counts.failed > 0) console.log(output.trimEnd())
  return counts
}

/**
 * Runs the static checks and then the suites, continues after a failed step, and returns the total. `already`
 * contains earlier counts. Prints the specified closing line of `npm test` last (contract.md 1).
 */
export async function runSteps(
  steps: readonly Step[],
  already: Counts = { passed: 0, failed: 0, skipped: 0 },
): Promise<Counts> {
  mkdirSync(resultFolder, { recursive: true })
  console.log(`Seed ${seed} (set SEED for another)${isProof() ? ', full counts' : ''}.`)
  const sum = { ...already }
  const runAll = async (queue: Iterable<Step>): Promise<void> => {
    for (const step of queue) {
      const { passed, failed, skipped } = await runStep(step)
      sum.passed += passed
      sum.failed += failed
      sum.skipped += skipped
    }
  }
  const checks = steps.filter(({ runner }) => runner === undefined).values()
  await Promise.all(Array.from({ length: checksAtOnce }, () => runAll(checks)))
  await runAll(steps.filter(({ runner }) => runner !== undefined))
  return sum
}

/** `12 passed, 0 failed`; skipped tests are mentioned only when there are any. */
export function closingLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
