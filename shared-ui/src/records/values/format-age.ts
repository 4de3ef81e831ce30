import type { TimeInStatus } from '@portal/contract'
import { t } from '../texts.ts'

/** Why a permit needs attention, in words; null if it does not. */
export function formatAge(time: TimeInStatus | null): string | null {
  if (time === null) return null
  const { days, lateAfter, staleDays } = time
  const words = [
    ...(lateAfter === null ? [] : [t('standsLate', { count: days, allowed: lateAfter })]),
    ...(staleDays === null ? [] : [t('standsStale', { count: staleDays })]),
  ]
  return words.length === 0 ? null : words.join(' ')
}
