import { useSyncExternalStore } from 'react'

/** Open menus, popovers and suggestion lists. MUI adds them as direct children of the body. */
const menus = ':scope > .MuiPopover-root, :scope > .MuiAutocomplete-popper'

const isMenuOpen = () => document.body.querySelector(menus) !== null

function onBodyChange(check: () => void): () => void {
  const observer = new MutationObserver(check)
  observer.observe(document.body, { childList: true })
  return () => observer.disconnect()
}

/**
 * True while a menu is open. Toasts and similar elements above the page use it to avoid covering the menu. It
 * observes the children of the body: a CSS rule with `body:has()` cost 6 ms of style calculation for every
 * opened record.
 */
export const useMenuOpen = (): boolean => useSyncExternalStore(onBodyChange, isMenuOpen)
