import type { LiveOptions } from './live.ts'
import { logQuietly } from './quiet-log.ts'

/**
 * Lets what others do show on this page, by the server's stream. Its code is fetched when this is first
 * called, after sign-in; without it, or in a browser without streams, everything works and is refreshed as
 * usual. Answers how to stop.
 */
export function startLive(options: LiveOptions): () => void {
  if (!('EventSource' in globalThis)) return () => {}
  let stop = () => {}
  let isStopped = false
  const start = async () => {
    const { followLive } = await import(/* webpackChunkName: "portal" */ './live.ts')
    if (!isStopped) stop = followLive(options)
  }
  start().catch((error: unknown) => logQuietly('not available', error))
  return () => {
    isStopped = true
    stop()
  }
}
