import { closingLine, runSteps } from './steps.ts'
import { form, nodeSuites, screenSuite } from './suites.ts'

/** `npm run check`: checks to run while working on a change; no build, no browser, no PostgreSQL process. */
const counts = await runSteps([...form, ...nodeSuites('', false), ...screenSuite('')])
console.log(closingLine(counts))
process.exitCode = counts.failed === 0 ? 0 : 1
