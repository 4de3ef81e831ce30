/** Reporter of node:test whose destination receives the run's counts and the names of what failed as JSON; what people read comes from the spec reporter beside it. */
export default async function* countReporter(source) {
  const failures = []
  for await (const event of source) {
    // A suite fails by its tests: they alone are named.
    if (event.type === 'test:fail' && event.data.details?.type !== 'suite') failures.push(nameAndReason(event.data))
    if (event.type !== 'test:summary' || event.data.file !== undefined) continue
    const { passed, failed, cancelled, skipped, todo } = event.data.counts
    yield JSON.stringify({ passed, failed: failed + cancelled, skipped: skipped + todo, failures })
  }
}

function nameAndReason({ name, details }) {
  const error = details?.error?.cause ?? details?.error
  const reason = typeof error?.message === 'string' ? error.message.replaceAll(/\s+/g, ' ').trim().slice(0, 400) : ''
  return reason === '' ? name : `${name}: ${reason}`
}
