import { atom } from '@portal/shared-ui/state'

const storageKey = 'portal.mail-by-conversation'

function storedGrouping(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'no'
  } catch {
    // Storage may be forbidden by the browser; lists are grouped then.
    return true
  }
}

const grouping = atom(storedGrouping())

/** Whether folders are listed by conversation; remembered by the browser. */
export const byConversationAtom = atom(
  (get) => get(grouping),
  (_get, set, value: boolean) => {
    set(grouping, value)
    try {
      localStorage.setItem(storageKey, value ? 'yes' : 'no')
    } catch {
      // As above: only the memory of it is lost.
    }
  },
)
