import { atom } from 'jotai'
import type { PortalStore } from '../portal/portal-store.ts'

export const colourModes = ['system', 'light', 'dark'] as const
export type ColourMode = (typeof colourModes)[number]

const storageKey = 'portal.colour-mode'
/** Attribute of <html> that selects the theme's CSS variables. */
export const colourSchemeAttribute = 'data-colour-scheme'

/** The mode in local storage; `system` if there is none or storage is blocked. */
function storedMode(): ColourMode {
  try {
    const stored = localStorage.getItem(storageKey)
    return colourModes.find((mode) => mode === stored) ?? 'system'
  } catch {
    // The browser may block storage; the mode is then kept until the page is left.
    return 'system'
  }
}

const mode = atom<ColourMode>(storedMode())

/** The chosen color mode; writing it saves it in local storage. */
export const colourModeAtom = atom(
  (get) => get(mode),
  (_get, set, chosen: ColourMode) => {
    set(mode, chosen)
    try {
      localStorage.setItem(storageKey, chosen)
    } catch {
      // Storage may be blocked: the mode is just not saved.
    }
  },
)

/**
 * Applies the chosen mode to <html> and follows the system's mode if `system` is chosen; print is always
 * light. The shell calls it once before its first render.
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
