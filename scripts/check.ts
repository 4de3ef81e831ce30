import { closingLine, runSteps } from './steps.ts'
import { form, nodeSuites, screenSuite } from './suites.ts'

/**
 * `npm run check`: what a change is held against while it is written; no build, no browser, no PostgreSQL
 * process.
 */
const counts = await runSteps([...form, ...nodeSuites('', false), ...screenSuite('')])
console.log(closingLine(counts))
process.exitCode = counts.failed === 0 ? 0 : 1
