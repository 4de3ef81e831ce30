import { unsentTextPrefixes } from '../../portal/personal-storage.ts'

/** Where this tab keeps what was under way when its page was left. */
export const storedUploadsKey = unsentTextPrefixes.uploads

/** Did somebody leave this tab's page with uploads under way? */
export function hasStoredUploads(): boolean {
  try {
    return sessionStorage.getItem(storedUploadsKey) !== null
  } catch {
    // The storage is closed: nothing was kept in it.
    return false
  }
}
