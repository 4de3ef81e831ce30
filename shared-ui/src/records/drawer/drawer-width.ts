import { atom } from 'jotai'
import { sizes } from '../../theme/tokens.ts'

const storageKey = 'portal.drawer-width'
const { initial, least, most } = sizes.drawer

/** Clamps a width to the allowed range, in px. */
export function clampDrawerWidth(px: number): number {
  return Number.isFinite(px) ? Math.round(Math.min(most, Math.max(least, px))) : initial
}

function storedWidth(): number {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === null ? initial : clampDrawerWidth(Number(stored))
  } catch {
    // Storage is blocked; the drawer starts with its default width.
    return initial
  }
}

const width = atom(storedWidth())

/** Width of record drawers in px, saved in this browser. */
export const drawerWidthAtom = atom(
  (get) => get(width),
  (_get, set, px: number) => {
    const allowed = clampDrawerWidth(px)
    set(width, allowed)
    try {
      localStorage.setItem(storageKey, String(allowed))
    } catch {
      // Storage is blocked; the width is kept until the page is left.
    }
  },
)
