import { atom } from '@portal/shared-ui/state'

const storageKey = 'portal.sounds-off'

/**
 * Whether sounds are off in this browser. Read from storage each time, because another tab may have changed
 * it.
 */
export function isMuted(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'yes'
  } catch {
    // The browser may forbid storage; then the setting is not kept.
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

/** Whether sounds are off. Stored by the browser and shared by all of its tabs. */
export const mutedAtom = atom(
  (get) => get(muted),
  (_get, set, value: boolean) => {
    set(muted, value)
    try {
      localStorage.setItem(storageKey, value ? 'yes' : 'no')
    } catch {
      // As above: only the stored setting is lost.
    }
  },
)
