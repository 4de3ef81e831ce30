import { registerTexts } from '../i18n/texts.ts'

const t = registerTexts('shared-sizes', { bytes_one: '{{count}} byte', bytes_other: '{{count}} bytes' })
const units = ['kB', 'MB', 'GB', 'TB'] as const

/**
 * A size in decimal units with at most three digits: `812 bytes`, `1.2 kB`, `34 MB`. Use base 1024 beside a
 * limit, since limits are set in binary units.
 */
export function formatSize(bytes: number, base: 1000 | 1024 = 1000): string {
  if (bytes < base) return t('bytes', { count: Math.round(bytes) })
  let [value, place] = [bytes / base, 0]
  while (value >= base - 0.5 && place < units.length - 1) [value, place] = [value / base, place + 1]
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[place] ?? ''}`
}
