import { atom } from '@portal/shared-ui/state'

const storageKey = 'portal.menu-folded'

function storedFold(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'yes'
  } catch {
    // The browser may forbid storage; the menu then opens unfolded.
    return false
  }
}

const folded = atom(storedFold())

/** Whether the side bar shows icons only; stored by the browser. */
export const menuFoldedAtom = atom(
  (get) => get(folded),
  (_get, set, value: boolean) => {
    set(folded, value)
    try {
      localStorage.setItem(storageKey, value ? 'yes' : 'no')
    } catch {
      // As above: only the stored setting is lost.
    }
  },
)
