import { atom } from 'jotai'
import { sizes } from '../../theme/tokens.ts'

const storageKey = 'portal.drawer-width'
const { initial, least, most } = sizes.drawer

/** The nearest width a drawer may have, in px. */
export function clampDrawerWidth(px: number): number {
  return Number.isFinite(px) ? Math.round(Math.min(most, Math.max(least, px))) : initial
}

function storedWidth(): number {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === null ? initial : clampDrawerWidth(Number(stored))
  } catch {
    // The browser keeps nothing for us; the drawer then starts with its usual width.
    return initial
  }
}

const width = atom(storedWidth())

/** Width of record drawers in px, remembered in this browser. */
export const drawerWidthAtom = atom(
  (get) => get(width),
  (_get, set, px: number) => {
    const allowed = clampDrawerWidth(px)
    set(width, allowed)
    try {
      localStorage.setItem(storageKey, String(allowed))
    } catch {
      // As above: it lasts as long as the page.
    }
  },
)
