import { formatDuration } from '@portal/shared-ui'
import { t } from './texts.ts'

/** A duration in words: `420 ms`, `4.2 seconds`, `3 minutes`, `1 day`. */
export function formatElapsed(ms: number): string {
  if (ms >= 60_000) return formatDuration(Math.round(ms / 1_000))
  if (ms < 1_000) return t('ms', { ms: Math.round(ms) })
  const seconds = ms < 9_950 ? Math.round(ms / 100) / 10 : Math.round(ms / 1_000)
  return t('seconds', { count: seconds, seconds })
}
