const textInputs = 'input, textarea, select, [contenteditable], [role=textbox], [role=combobox]'

/** Is somebody typing there? A letter is a letter then. A checkbox takes Space alone; letters pass. */
function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('[data-keeps-keys]') !== null) return true
  const input = target.closest(textInputs)
  return (
    input !== null &&
    !(input instanceof HTMLInputElement && (input.type === 'checkbox' || input.type === 'radio'))
  )
}

/**
 * On the root of an overlay in which people go on working, as in an open record: it does not keep the keys of
 * the page to itself.
 */
export const letsKeysPass = { 'data-lets-keys-pass': '' } as const

/**
 * On a part of a page in which people write: its buttons take no keys of the page either, so a letter meant
 * as text does nothing else.
 */
export const keepsKeys = { 'data-keeps-keys': '' } as const

/** One that is fading away is hidden from readers already, and no longer in front. */
const overlays = ['.MuiModal-root', 'dialog[open]']
  .map((overlay) => `${overlay}:not([data-lets-keys-pass], [aria-hidden=true])`)
  .join(', ')

/**
 * Is the key one for the page: pressed alone, not while typing, and with no menu or question in front?
 * Source: look.md 9.
 */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || takesText(event.target))
    return false
  return document.querySelector(overlays) === null
}

/** Does an open record stand in front of its page? */
export function isPageCovered(): boolean {
  return document.querySelector('.MuiModal-root[data-lets-keys-pass]') !== null
}
