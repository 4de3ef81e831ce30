import { relative } from 'node:path'

/**
 * Reporter for node:test. It writes as JSON: the counts of the run, the names of failed tests and of their
 * files, what tests reported by `diagnostic`, and the duration of the tests of each file in milliseconds. The
 * spec reporter runs beside it for readable output.
 */
export default async function* countReporter(source) {
  const failures = []
  const failedFiles = new Set()
  const figures = []
  const byFile = new Map()
  for await (const event of source) {
    if (['test:pass', 'test:fail'].includes(event.type) && event.data.nesting === 0)
      addTime(byFile, event.data)
    if (event.type === 'test:fail' && event.data.nesting === 0) failedFiles.add(fileOf(event.data))
    // The runner's own diagnostics, such as its counts, have no file.
    if (event.type === 'test:diagnostic' && event.data.file !== undefined) figures.push(event.data.message)
    // A suite whose tests fail is not listed beside them, but one whose file could not be loaded is.
    const { type, error } = event.data.details ?? {}
    if (event.type === 'test:fail' && (type !== 'suite' || error?.failureType !== 'subtestsFailed'))
      failures.push(nameAndReason(event.data))
    if (event.type !== 'test:summary' || event.data.file !== undefined) continue
    const { passed, failed, cancelled, skipped, todo } = event.data.counts
    yield JSON.stringify({
      passed,
      failed: failed + cancelled,
      skipped: skipped + todo,
      failures,
      failedFiles: [...failedFiles],
      figures,
      files: [...byFile].map(([file, elapsedMs]) => ({ file, elapsedMs })),
    })
  }
}

/**
 * The file of a test at the top level. In a group of files (run-together.ts) it is a suite with that name.
 */
function fileOf({ name: suite, file }) {
  return suite.endsWith('.test.ts') ? relative(process.cwd(), suite) : relative(process.cwd(), file ?? '')
}

function addTime(byFile, data) {
  const name = fileOf(data)
  byFile.set(name, (byFile.get(name) ?? 0) + Math.round(data.details?.duration_ms ?? 0))
}

function nameAndReason({ name, details }) {
  const error = details?.error?.cause ?? details?.error
  const reason =
    typeof error?.message === 'string' ? error.message.replaceAll(/\s+/g, ' ').trim().slice(0, 400) : ''
  return reason === '' ? name : `${name}: ${reason}`
}
