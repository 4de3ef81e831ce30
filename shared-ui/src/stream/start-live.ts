import type { LiveOptions } from './live.ts'
import { logQuietly } from './quiet-log.ts'

/**
 * Shows changes by others on this page, using the server's stream. Its code is loaded on the first call,
 * after sign-in. Without the code, or in a browser without EventSource, everything works with the usual
 * refreshes. Returns a function that stops it.
 */
export function startLive(options: LiveOptions): () => void {
  if (!('EventSource' in globalThis)) return () => {}
  let stop = () => {}
  let isStopped = false
  const start = async () => {
    const { followLive } = await import('./live.ts')
    if (!isStopped) stop = followLive(options)
  }
  start().catch((error: unknown) => logQuietly('not available', error))
  return () => {
    isStopped = true
    stop()
  }
}
