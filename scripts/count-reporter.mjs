import { relative } from 'node:path'

/**
 * Reporter of node:test whose destination receives the run's counts, the names of what failed, and the
 * milliseconds of each file, the longest first, as JSON; what people read comes from the spec reporter beside
 * it.
 */
export default async function* countReporter(source) {
  const failures = []
  const byFile = new Map()
  for await (const event of source) {
    if (['test:pass', 'test:fail'].includes(event.type) && event.data.nesting === 0)
      addTime(byFile, event.data)
    // A suite fails by its tests: they alone are named.
    if (event.type === 'test:fail' && event.data.details?.type !== 'suite')
      failures.push(nameAndReason(event.data))
    if (event.type !== 'test:summary' || event.data.file !== undefined) continue
    const { passed, failed, cancelled, skipped, todo } = event.data.counts
    yield JSON.stringify({
      passed,
      failed: failed + cancelled,
      skipped: skipped + todo,
      failures,
      files: longestFirst(byFile),
    })
  }
}

function addTime(byFile, { file, details }) {
  const name = relative(process.cwd(), file ?? '')
  byFile.set(name, (byFile.get(name) ?? 0) + Math.round(details?.duration_ms ?? 0))
}

const longestFirst = (byFile) => [...byFile].toSorted(([, one], [, other]) => other - one)

function nameAndReason({ name, details }) {
  const error = details?.error?.cause ?? details?.error
  const reason =
    typeof error?.message === 'string' ? error.message.replaceAll(/\s+/g, ' ').trim().slice(0, 400) : ''
  return reason === '' ? name : `${name}: ${reason}`
}
