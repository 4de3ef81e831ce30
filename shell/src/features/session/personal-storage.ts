import { signedOutKey, unsentTextPrefixes } from '@portal/shared-ui'

/** The user whose text this browser and this tab store. */
const ownerKey = 'portal.drafts-of'

/** Device preferences and the cached registry. They contain nothing personal and survive a sign-out. */
const preferences = [
  'portal.colour-mode',
  'portal.menu-folded',
  'portal.sounds-off',
  'portal.drawer-width',
  'portal.last-good.registry',
]
const preferencePrefix = 'portal.table:'
const isPreference = (key: string) => preferences.includes(key) || key.startsWith(preferencePrefix)

const keysOf = (storage: Storage) =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key) => key !== null)

type Preferences = readonly (readonly [key: string, value: string])[]

/** The preferences of this browser, to be restored after the browser has cleared its storage. */
export function readPreferences(): Preferences {
  try {
    return keysOf(localStorage).flatMap((key) =>
      isPreference(key) ? [[key, localStorage.getItem(key) ?? ''] as const] : [],
    )
  } catch {
    // Storage is unavailable: there are no preferences.
    return []
  }
}

/** Whether this browser stores text that the server does not have. */
export function hasUnsentText(): boolean {
  const prefixes = Object.values(unsentTextPrefixes)
  try {
    return [...keysOf(localStorage), ...keysOf(sessionStorage)].some((key) =>
      prefixes.some((prefix) => key.startsWith(prefix)),
    )
  } catch {
    return false
  }
}

function removeForeign(storage: Storage, pid: string): void {
  if (storage.getItem(ownerKey) === pid) return
  const isOwn = (key: string) => key.split('.').includes(pid)
  for (const key of keysOf(storage)) if (!isPreference(key) && !isOwn(key)) storage.removeItem(key)
  storage.setItem(ownerKey, pid)
}

/**
 * Assigns the browser's storage to the signed-in user. The user's own unsaved texts survive a reload and the
 * end of a session; those of other users are removed.
 */
export function claimStorage(pid: string): void {
  try {
    removeForeign(localStorage, pid)
    removeForeign(sessionStorage, pid)
    localStorage.removeItem(signedOutKey)
  } catch {
    // Storage is unavailable: nothing is stored.
  }
}

/** Removes all personal data from this browser on sign-out, and restores the preferences read before. */
export function clearPersonalStorage(kept: Preferences): void {
  try {
    localStorage.clear()
    sessionStorage.clear()
    for (const [key, value] of kept) localStorage.setItem(key, value)
    localStorage.setItem(signedOutKey, 'yes')
  } catch {
    // Storage is unavailable: nothing was stored.
  }
}
