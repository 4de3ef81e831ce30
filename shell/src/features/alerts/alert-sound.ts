import sound from '../../assets/alert.wav'
import { isMuted } from './mute.state.ts'

/** How long the news that was sounded keeps other tabs silent about it, in ms. */
const heldMs = 2_000

async function play(): Promise<void> {
  // A browser may refuse sounds to a page nobody has touched; news are shown all the same.
  await new Audio(sound).play().catch(() => undefined)
}

/** A page nobody has touched yet may make no sound, so another tab is let first. */
function mayPlay(): boolean {
  return !('userActivation' in navigator) || navigator.userActivation.hasBeenActive
}

/**
 * Sounds for a new alert or notification, once in this browser however many tabs hear of it: `news` names
 * what it is about. Silent while the sounds are off. Source: specification.md 9.
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
