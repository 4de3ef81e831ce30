import { atom } from 'jotai'
import type { PortalStore } from '../portal/portal-store.ts'

export const colourModes = ['system', 'light', 'dark'] as const
export type ColourMode = (typeof colourModes)[number]

const storageKey = 'portal.colour-mode'
/** Attribute of <html> that the theme's variables listen to. */
export const colourSchemeAttribute = 'data-colour-scheme'

/** The mode in local storage; `system` when there is none, or when the browser keeps none. */
function storedMode(): ColourMode {
  try {
    const stored = localStorage.getItem(storageKey)
    return colourModes.find((mode) => mode === stored) ?? 'system'
  } catch {
    // Storage may be forbidden by the browser; the mode then lives as long as the page.
    return 'system'
  }
}

const mode = atom<ColourMode>(storedMode())

/** The chosen colour mode; writing it keeps it in local storage. */
export const colourModeAtom = atom(
  (get) => get(mode),
  (_get, set, chosen: ColourMode) => {
    set(mode, chosen)
    try {
      localStorage.setItem(storageKey, chosen)
    } catch {
      // As above: nothing is lost but the memory of it.
    }
  },
)

/**
 * Keeps <html> in the chosen mode, and with the system's when that is the choice; paper is always light. The
 * shell calls it once, before it draws.
 */
export function startColourMode(store: PortalStore): () => void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  const paper = window.matchMedia('print')
  let isPrinting = false
  const apply = () => {
    const chosen = store.get(colourModeAtom)
    const scheme = isPrinting ? 'light' : chosen === 'system' ? (dark.matches ? 'dark' : 'light') : chosen
    document.documentElement.setAttribute(colourSchemeAttribute, scheme)
  }
  const print = (begins: boolean) => () => {
    isPrinting = begins
    apply()
  }
  const [begin, end] = [print(true), print(false)]
  const follow = () => (paper.matches ? begin() : end())
  apply()
  dark.addEventListener('change', apply)
  paper.addEventListener('change', follow)
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  const unsubscribe = store.sub(colourModeAtom, apply)
  return () => {
    dark.removeEventListener('change', apply)
    paper.removeEventListener('change', follow)
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
    unsubscribe()
  }
}
