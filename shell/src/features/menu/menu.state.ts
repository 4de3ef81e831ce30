import { atom } from '@portal/shared-ui/state'

const storageKey = 'portal.menu-folded'

function storedFold(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'yes'
  } catch {
    // Storage may be forbidden by the browser; the menu then opens unfolded.
    return false
  }
}

const folded = atom(storedFold())

/** Whether the side bar shows icons only; remembered by the browser. */
export const menuFoldedAtom = atom(
  (get) => get(folded),
  (_get, set, value: boolean) => {
    set(folded, value)
    try {
      localStorage.setItem(storageKey, value ? 'yes' : 'no')
    } catch {
      // As above: only the memory of it is lost.
    }
  },
)
