import { atom } from 'jotai'
import { dayIn, untilTomorrow } from '@portal/contract'
import type { LocalDate } from '@portal/contract'
import { browserZone, setViewerZone } from '../format/dates.ts'
import type { PortalStore } from '../portal/portal-store.ts'
import { userAtom } from './session.ts'

const turnsAtom = atom(0)

/** The time zone that determines the signed-in user's days. */
export const zoneAtom = atom((get) => get(userAtom)?.timeZone ?? browserZone())

/** The signed-in user's current day; it changes at their midnight. */
export const todayAtom = atom((get): LocalDate => {
  get(turnsAtom)
  return dayIn(get(zoneAtom), new Date())
})

/** Maximum wait between checks, since a machine may sleep past midnight. */
const maxWaitMs = 60_000

/**
 * Sets the zone of all shown dates to the signed-in user's zone, and changes the day at their midnight.
 * `onTurn` is called after a change of day or zone, when loaded data is outdated. Returns a function that
 * stops it.
 */
export function watchDays(store: PortalStore, onTurn: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let shown = { day: store.get(todayAtom), zone: store.get(zoneAtom) }
  const look = () => {
    clearTimeout(timer)
    const zone = store.get(zoneAtom)
    const day = dayIn(zone, new Date())
    timer = setTimeout(look, Math.min(maxWaitMs, Math.max(1, untilTomorrow(zone, new Date()))))
    if (day === shown.day && zone === shown.zone) return
    shown = { day, zone }
    store.set(turnsAtom, (turns) => turns + 1)
    onTurn()
  }
  const take = () => {
    setViewerZone(store.get(userAtom)?.timeZone ?? null)
    look()
  }
  const unsubscribe = store.sub(userAtom, take)
  document.addEventListener('visibilitychange', look)
  take()
  return () => {
    clearTimeout(timer)
    unsubscribe()
    document.removeEventListener('visibilitychange', look)
  }
}
