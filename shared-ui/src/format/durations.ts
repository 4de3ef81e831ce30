import { formatNumber } from './numbers.ts'

const hour = 3_600
const day = 24 * hour

const counted = (count: number, noun: string) => `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`

/**
 * Seconds in words: `3 days 4 hours`, `2 hours 5 minutes`, `less than a minute`. From a month on, only days
 * are shown.
 */
export function formatDuration(seconds: number): string {
  const days = Math.floor(seconds / day)
  const hours = Math.floor((seconds % day) / hour)
  const minutes = Math.floor((seconds % hour) / 60)
  if (days >= 30 || (days > 0 && hours === 0)) return counted(days, 'day')
  if (days > 0) return `${counted(days, 'day')} ${counted(hours, 'hour')}`
  if (hours > 0)
    return minutes === 0 ? counted(hours, 'hour') : `${counted(hours, 'hour')} ${counted(minutes, 'minute')}`
  return minutes === 0 ? 'less than a minute' : counted(minutes, 'minute')
}
