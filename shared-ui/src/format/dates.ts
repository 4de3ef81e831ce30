import { dayIn, dayWords, momentAt, momentWords, wallTimeIn } from '@portal/contract'
import type { LocalDate, TimeZone } from '@portal/contract'

const fullDay = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
const fullMoment = { ...fullDay, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const
const longDay = new Intl.DateTimeFormat('en-GB', { ...fullDay, timeZone: 'UTC' })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const dayMs = 86_400_000

let chosen: TimeZone | null = null

/** Sets the zone that all moments are shown in; null for the browser's, while nobody is signed in. */
export function setViewerZone(zone: TimeZone | null): void {
  chosen = zone
}

/** The zone of this browser. */
export const browserZone = (): TimeZone => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone that days and moments are shown in: that of whoever is signed in. */
const viewerZone = (): TimeZone => chosen ?? browserZone()

/** A calendar day `YYYY-MM-DD` as `12 Mar 2026`; it has no zone. */
export const formatDay = dayWords

/** A moment as the day it is in the viewer's zone, `12 Mar 2026`. */
export const formatMomentDay = (instant: string): string => dayWords(today(new Date(instant)))

/** A moment in the viewer's zone, `12 Mar 2026, 14:02`. */
export const formatMoment = (instant: string): string => momentWords(viewerZone(), new Date(instant))

/** The time of day of a moment in the viewer's zone, `14:02`. */
export const formatTime = (instant: string): string => wallTimeIn(viewerZone(), new Date(instant)).time

/** Today in the viewer's zone as `YYYY-MM-DD`; of another moment, the day it is there. */
export const today = (now = new Date()): LocalDate => dayIn(viewerZone(), now)

/** A moment as a native input writes it, in the viewer's zone: `2026-03-12T14:02`; empty for what is none. */
export function toTypedMoment(instant: string): string {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return ''
  const { day, time } = wallTimeIn(viewerZone(), at)
  return `${day}T${time}`
}

/** The instant of what a native input holds, typed in the viewer's zone; null for what is none. */
export const fromTypedMoment = (text: string): string | null => momentAt(viewerZone(), text)?.toISOString() ?? null

/** `tomorrow`, `3 days ago`, `in 2 months`, seen from `now`. */
export function distance(days: number): string {
  if (Math.abs(days) < 60) return relative.format(days, 'day')
  if (Math.abs(days) < 730) return relative.format(Math.round(days / 30.44), 'month')
  return relative.format(Math.round(days / 365.25), 'year')
}

/** The tooltip of a day: in full, and how far away. */
export function explainDay(date: string, now = new Date()): string {
  const at = Date.parse(`${date}T00:00:00Z`)
  const days = Math.round((at - Date.parse(`${today(now)}T00:00:00Z`)) / dayMs)
  return `${longDay.format(at)} (${distance(days)})`
}

/** The tooltip of a moment: in full with its zone, and how far away. */
export function explainMoment(instant: string, now = new Date()): string {
  const at = Date.parse(instant)
  const days = Math.round((Date.parse(`${today(new Date(at))}T00:00:00Z`) - Date.parse(`${today(now)}T00:00:00Z`)) / dayMs)
  return `${new Intl.DateTimeFormat('en-GB', { ...fullMoment, timeZone: viewerZone() }).format(at)} (${distance(days)})`
}
