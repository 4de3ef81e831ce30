import { atom } from '@portal/shared-ui/state'

const storageKey = 'portal.sounds-off'

/** Whether this browser is to be silent; read anew each time, since another tab may have changed it. */
export function isMuted(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'yes'
  } catch {
    // Storage may be forbidden by the browser; then nothing is remembered.
    return false
  }
}

const muted = atom(isMuted())
muted.onMount = (set) => {
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKey) set(isMuted())
  }
  set(isMuted())
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Whether sounds are off; remembered by the browser and the same in all of its tabs. */
export const mutedAtom = atom(
  (get) => get(muted),
  (_get, set, value: boolean) => {
    set(muted, value)
    try {
      localStorage.setItem(storageKey, value ? 'yes' : 'no')
    } catch {
      // As above: only the memory of it is lost.
    }
  },
)
