import { registerTexts } from '../i18n/texts.ts'

const t = registerTexts('shared-durations', {
  days_one: '{{count, number}} day',
  days_other: '{{count, number}} days',
  hours_one: '{{count}} hour',
  hours_other: '{{count}} hours',
  minutes_one: '{{count}} minute',
  minutes_other: '{{count}} minutes',
  moment: 'less than a minute',
})

const hour = 3_600
const day = 24 * hour

/**
 * Seconds in words: `3 days 4 hours`, `2 hours 5 minutes`, `less than a minute`. From a month on, only days
 * are shown.
 */
export function formatDuration(seconds: number): string {
  const days = Math.floor(seconds / day)
  const hours = Math.floor((seconds % day) / hour)
  const minutes = Math.floor((seconds % hour) / 60)
  if (days >= 30 || (days > 0 && hours === 0)) return t('days', { count: days })
  if (days > 0) return `${t('days', { count: days })} ${t('hours', { count: hours })}`
  const rest = minutes === 0 ? '' : t('minutes', { count: minutes })
  if (hours > 0) return `${t('hours', { count: hours })} ${rest}`.trim()
  return rest === '' ? t('moment') : rest
}
