import { signedOutKey, unsentTextPrefixes } from '@portal/shared-ui'

/** Whose text this browser and this tab keep. */
const ownerKey = 'portal.drafts-of'

/**
 * How somebody likes the portal on this device, and what is deployed: says nothing of a person and outlives a
 * sign-out.
 */
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

/** The preferences in this browser, to be written back after the browser has cleared its storage. */
export function readPreferences(): Preferences {
  try {
    return keysOf(localStorage).flatMap((key) =>
      isPreference(key) ? [[key, localStorage.getItem(key) ?? ''] as const] : [],
    )
  } catch {
    // The storage is closed: there are none.
    return []
  }
}

/** Does this browser hold text that the server does not have? */
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
 * Somebody is signed in: what this browser keeps is theirs from here on. Unsaved texts outlive a reload, and
 * the end of a session for whoever comes back; what somebody else left is removed.
 */
export function claimStorage(pid: string): void {
  try {
    removeForeign(localStorage, pid)
    removeForeign(sessionStorage, pid)
    localStorage.removeItem(signedOutKey)
  } catch {
    // The storage is closed: nothing is kept in it.
  }
}

/**
 * Removes everything of a person from this browser when they sign out, and keeps the preferences read before.
 */
export function clearPersonalStorage(kept: Preferences): void {
  try {
    localStorage.clear()
    sessionStorage.clear()
    for (const [key, value] of kept) localStorage.setItem(key, value)
    localStorage.setItem(signedOutKey, 'yes')
  } catch {
    // The storage is closed: nothing was kept in it.
  }
}
