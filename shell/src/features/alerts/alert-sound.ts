import sound from '../../assets/alert.wav'
import { isMuted } from './mute.state.ts'

/** How long other tabs stay silent after one tab has played the sound of an event, in ms. */
const heldMs = 2_000

async function play(): Promise<void> {
  // A browser may refuse to play sounds on a page without user interaction. The alert is shown anyway.
  await new Audio(sound).play().catch(() => undefined)
}

/** A page without user interaction may not play sounds, so it leaves the sound to another tab. */
function mayPlay(): boolean {
  return !('userActivation' in navigator) || navigator.userActivation.hasBeenActive
}

/**
 * Plays a sound for a new alert or notification, once per browser even with several tabs; `news` identifies
 * the event. Silent while sounds are off. Source: specification.md 9.
 */
export async function soundOnce(news: string, sounding: () => Promise<void> = play): Promise<void> {
  if (isMuted() || !mayPlay()) return
  if (!('locks' in navigator)) return sounding()
  await navigator.locks.request(`portal-sound-${news}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    await sounding()
    await new Promise((resolve) => setTimeout(resolve, heldMs))
  })
}
