const textInputs = 'input, textarea, select, [contenteditable], [role=textbox], [role=combobox]'

/** True if the target takes typed text, so that letters are not shortcuts. A checkbox takes only Space. */
function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('[data-keeps-keys]') !== null) return true
  const input = target.closest(textInputs)
  return (
    input !== null &&
    !(input instanceof HTMLInputElement && (input.type === 'checkbox' || input.type === 'radio'))
  )
}

/** Set on the root of an overlay in which the keys of the page stay active, for example an open record. */
export const letsKeysPass = { 'data-lets-keys-pass': '' } as const

/**
 * Set on a part of a page in which people write. Shortcuts are inactive on its buttons too, so a letter meant
 * as text triggers nothing.
 */
export const keepsKeys = { 'data-keeps-keys': '' } as const

/** An overlay that is fading out is already aria-hidden and does not count as open. */
const overlays = ['.MuiModal-root', 'dialog[open]']
  .map((overlay) => `${overlay}:not([data-lets-keys-pass], [aria-hidden=true])`)
  .join(', ')

/**
 * True if the key is a shortcut of the page: pressed without a modifier, not while typing, and with no menu
 * or dialog open. Source: look.md 9.
 */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || takesText(event.target))
    return false
  return document.querySelector(overlays) === null
}

/** True if an open record covers the page. */
export function isPageCovered(): boolean {
  return document.querySelector('.MuiModal-root[data-lets-keys-pass]') !== null
}
