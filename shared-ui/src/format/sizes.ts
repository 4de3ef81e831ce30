import { registerTexts } from '../i18n/texts.ts'

const t = registerTexts('shared-sizes', { bytes_one: '{{count}} byte', bytes_other: '{{count}} bytes' })
const units = ['kB', 'MB', 'GB', 'TB'] as const

/** A size in decimal units with three digits at most: `812 bytes`, `1.2 kB`, `34 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return t('bytes', { count: Math.round(bytes) })
  let [value, place] = [bytes / 1000, 0]
  while (value >= 999.5 && place < units.length - 1) [value, place] = [value / 1000, place + 1]
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[place] ?? ''}`
}
