import { unsentTextPrefixes } from '../portal/personal-storage.ts'

/** Storage key of the uploads that were interrupted when the page was left, per tab. */
export const storedUploadsKey = unsentTextPrefixes.uploads

/** True if the previous page of this tab was left with unfinished uploads. */
export function hasStoredUploads(): boolean {
  try {
    return sessionStorage.getItem(storedUploadsKey) !== null
  } catch {
    // Storage is blocked, so nothing was saved.
    return false
  }
}
