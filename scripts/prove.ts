import { ensureChromium } from './browser.mjs'
import { buildStale } from './build.ts'
import { closingLine, runSteps } from './steps.ts'
import { journeys, nodeSuites, screenSuite } from './suites.ts'

/**
 * `npm run prove [-- area]`: the same property tests as `npm test` with full run counts, enabled by PROVE=1.
 * `area` is a part of a test path: a package (`server`), a folder (`server/src/engine`) or a word
 * (`visible`).
 */
const area = process.argv[2] ?? ''
const inBrowser = journeys(area)
const steps = [...nodeSuites(area, true, true), ...screenSuite(area), ...inBrowser]
if (steps.length === 0) {
  console.error(`No test has "${area}" in its path: name a package, a folder or a part of a file name.`)
  process.exit(1)
}
process.env['PROVE'] = '1'
if (inBrowser.length > 0) {
  process.env['CHROME_PATH'] = ensureChromium()
  const failed = await buildStale()
  if (failed.length > 0) process.exit(1)
}
const counts = await runSteps(steps)
console.log(closingLine(counts))
process.exitCode = counts.failed === 0 ? 0 : 1
