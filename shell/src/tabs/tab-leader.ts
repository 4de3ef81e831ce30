/**
 * Runs a task in one tab of this browser: `start` is called in the leading tab, and in the next one when that
 * tab closes. Where Web Locks are unavailable (http on another host), every tab runs it. Returns a function
 * that stops the task and releases the lead.
 */
export function runInLeaderTab(name: string, start: () => () => void): () => void {
  if (!('locks' in navigator)) return start()
  const given = Promise.withResolvers<void>()
  const waiting = new AbortController()
  let stop = () => {}
  const lead = () => {
    stop = start()
    return given.promise
  }
  // Canceling while waiting for the lock is not an error.
  navigator.locks.request(name, { signal: waiting.signal }, lead).catch(() => undefined)
  return () => {
    waiting.abort()
    stop()
    given.resolve()
  }
}
