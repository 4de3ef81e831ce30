import { unsentTextPrefixes } from '../portal/personal-storage.ts'

/** Where this tab keeps what was under way when its page was left. */
export const keptUploadsKey = unsentTextPrefixes.uploads

/** Did somebody leave this tab's page with uploads under way? */
export function hasKeptUploads(): boolean {
  try {
    return sessionStorage.getItem(keptUploadsKey) !== null
  } catch {
    // The storage is closed: nothing was kept in it.
    return false
  }
}
