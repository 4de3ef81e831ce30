import { atom } from 'jotai'
import { dayIn, untilTomorrow } from '@portal/contract'
import type { LocalDate } from '@portal/contract'
import { browserZone, setViewerZone } from '../format/dates.ts'
import type { PortalStore } from '../portal/portal-store.ts'
import { userAtom } from './session.ts'

const turnsAtom = atom(0)

/** The zone in which whoever is signed in counts their days. */
export const zoneAtom = atom((get) => get(userAtom)?.timeZone ?? browserZone())

/** The day it is for whoever is signed in; it changes at their midnight. */
export const todayAtom = atom((get): LocalDate => {
  get(turnsAtom)
  return dayIn(get(zoneAtom), new Date())
})

/** A machine that slept wakes up on another day: so long is the longest wait. */
const maxWaitMs = 60_000

/**
 * Shows everything in the zone of whoever is signed in, and turns the day at their midnight. `onTurn` is
 * called where another day or zone counts from now on: what was read is of the day before. Answers what stops
 * it.
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
