const dialogs = '[role=dialog], [role=alertdialog]'

/** The focusable element of a dialog that is not a control: the dialog itself, or the element around it. */
function placeOf(control: Element): HTMLElement | null {
  const dialog = control.closest(dialogs)
  const place = dialog?.closest('[tabindex]')
  return place instanceof HTMLElement ? place : null
}

const isGone = (control: HTMLElement) => !control.isConnected || control.matches(':disabled')

/**
 * Keeps the focus in a dialog when the focused control is disabled or removed, such as the button of a
 * pending call. Otherwise browsers move the focus to the page behind, where Escape closes nothing and Tab
 * starts from the top. The dialog has the focus until the control is enabled again. Returns a function that
 * stops it.
 */
export function keepFocusInDialogs(page: Document): () => void {
  let control: HTMLElement | null = null
  let place: HTMLElement | null = null
  /** Whether the dialog has the focus in place of a disabled or removed control. */
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
