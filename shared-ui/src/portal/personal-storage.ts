/**
 * Where this browser says that the last person signed out: from then on no page writes down what they were
 * typing.
 */
export const signedOutKey = 'portal.signed-out'

/**
 * Beginnings of the keys of text that the server does not have yet: mail, other unsaved text, uploads that
 * were broken off.
 */
export const unsentTextPrefixes = {
  mail: 'portal.mail-draft.',
  unsaved: 'portal.unsaved.',
  uploads: 'portal.uploads',
} as const

/**
 * May a page keep unsaved text in this browser? Not after its person signed out, in whichever tab they did.
 */
export function mayStoreText(): boolean {
  try {
    return localStorage.getItem(signedOutKey) === null
  } catch {
    // The storage is closed: nothing is kept anyway.
    return false
  }
}
