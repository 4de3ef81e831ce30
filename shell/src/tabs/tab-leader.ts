/**
 * Has one tab of this browser do something that all of them need done once: `start` is called in the tab that
 * holds the place, and in the next one when that tab goes. Without locks (an http address off this machine)
 * every tab does it. Answers how to give the place up.
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
  // Giving up while waiting for the place is no failure.
  navigator.locks.request(name, { signal: waiting.signal }, lead).catch(() => undefined)
  return () => {
    waiting.abort()
    stop()
    given.resolve()
  }
}
