/**
 * Storage key that marks that the last user of this browser signed out. From then on no page saves unsaved
 * text.
 */
export const signedOutKey = 'portal.signed-out'

/** Key prefixes of text that is not on the server yet: mail, other unsaved text, and interrupted uploads. */
export const unsentTextPrefixes = {
  mail: 'portal.mail-draft.',
  unsaved: 'portal.unsaved.',
  uploads: 'portal.uploads',
} as const

/** True if a page may keep unsaved text in this browser. False after the user signed out in any tab. */
export function mayStoreText(): boolean {
  try {
    return localStorage.getItem(signedOutKey) === null
  } catch {
    // The storage is blocked, so nothing is saved anyway.
    return false
  }
}
