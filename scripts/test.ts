import { ensureChromium } from './browser.mjs'
import { buildStale, builtPackages } from './build.ts'
import { makeScratch } from './scratch.ts'
import { closingLine, runSteps } from './steps.ts'
import type { Step } from './steps.ts'
import { form, journeys, nodeSuites, screenSuite } from './suites.ts'
import { startTestPostgres } from './test-postgres.ts'

/** `npm test`: all checks and tests, cheapest first. The launcher has already installed the packages. */
const browser = ensureChromium()
const failedBuilds = await buildStale()
const builds = { passed: builtPackages.length - failedBuilds.length, failed: failedBuilds.length, skipped: 0 }
const scratch = makeScratch()
const postgres = await startTestPostgres(scratch.env)
const env = { CHROME_PATH: browser, ...scratch.env, ...postgres.env }
const withServer = (step: Step): Step => ({ ...step, env })
const steps = [
  ...form,
  ...nodeSuites('', true).map(withServer),
  // Jest keeps compiled files in the temporary folder from run to run.
  ...screenSuite(''),
  ...journeys('').map(withServer),
]
const counts = await runSteps(steps, builds)
await postgres.stop()
scratch.remove()
console.log(closingLine(counts))
process.exitCode = counts.failed === 0 ? 0 : 1
