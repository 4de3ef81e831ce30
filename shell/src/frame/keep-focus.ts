const dialogs = '[role=dialog], [role=alertdialog]'

/**
 * The part of a dialog that may have the focus without being a control: itself, or the place it stands in.
 */
function placeOf(control: Element): HTMLElement | null {
  const dialog = control.closest(dialogs)
  const place = dialog?.closest('[tabindex]')
  return place instanceof HTMLElement ? place : null
}

const isGone = (control: HTMLElement) => !control.isConnected || control.matches(':disabled')

/**
 * Keeps the focus in a dialog when the control that has it is disabled or goes away, as the button of a call
 * under way does: browsers drop it on the page behind, where Escape closes nothing and Tab starts anew. The
 * dialog has it meanwhile, and the control again once it is enabled. Answers how to stop.
 */
export function keepFocusInDialogs(page: Document): () => void {
  let control: HTMLElement | null = null
  let place: HTMLElement | null = null
  /** Has the dialog the focus in place of a control that may come back? */
  let isStandingIn = false

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === place) return
    place = placeOf(target)
    control = place === null || place === target ? null : target
    isStandingIn = false
  }
  const look = () => {
    if (control === null || place === null || !place.isConnected) return
    const { activeElement } = page
    const isDropped = activeElement === null || activeElement === page.body || activeElement === control
    if (isGone(control) && isDropped) {
      isStandingIn = true
      place.focus({ preventScroll: true })
    } else if (!isGone(control) && isStandingIn && activeElement === place)
      control.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(look)
  observer.observe(page.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled'],
  })
  page.addEventListener('focusin', onFocus)
  return () => {
    observer.disconnect()
    page.removeEventListener('focusin', onFocus)
  }
}
