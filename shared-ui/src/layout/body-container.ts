import { useEffect, useState } from 'react'

/**
 * An open dialog hides all other children of the body from screen readers. What stays in use over dialogs is
 * shown again whenever somebody hides it.
 */
function keepReadable(place: HTMLElement): MutationObserver {
  const observer = new MutationObserver(() => {
    if (place.hasAttribute('aria-hidden')) place.removeAttribute('aria-hidden')
  })
  observer.observe(place, { attributes: true, attributeFilter: ['aria-hidden'] })
  return observer
}

/** A child of the body of its own, in it as long as the component stands, and readable over dialogs too. */
export function useBodyContainer(): HTMLElement {
  const [place] = useState(() => document.createElement('div'))
  useEffect(() => {
    document.body.append(place)
    const observer = keepReadable(place)
    return () => {
      observer.disconnect()
      place.remove()
    }
  }, [place])
  return place
}
