import { atom } from '@portal/shared-ui/state'

const storageKey = 'portal.mail-by-conversation'

function storedGrouping(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'no'
  } catch {
    // The browser may forbid storage; lists are then grouped.
    return true
  }
}

const grouping = atom(storedGrouping())

/** Whether folders are listed by conversation; stored by the browser. */
export const byConversationAtom = atom(
  (get) => get(grouping),
  (_get, set, value: boolean) => {
    set(grouping, value)
    try {
      localStorage.setItem(storageKey, value ? 'yes' : 'no')
    } catch {
      // As above: only the stored setting is lost.
    }
  },
)
