import { forgetKept } from '@portal/shared-ui'

const key = 'portal.drafts-of'

/**
 * Unsaved texts outlive a reload in their tab, and are their writer's alone: whoever signs in there next does not find them. Somebody who
 * comes back after their session ended does.
 */
export function forgetForeignDrafts(pid: string): void {
  try {
    if (sessionStorage.getItem(key) === pid) return
    forgetKept()
    sessionStorage.setItem(key, pid)
  } catch {
    // The storage is closed: nothing is kept in it.
  }
}
