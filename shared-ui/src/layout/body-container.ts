import { useEffect, useState } from 'react'

/**
 * An open dialog hides all other children of the body from screen readers. Removes `aria-hidden` whenever it
 * is set on an element that must stay readable over dialogs.
 */
function keepReadable(place: HTMLElement): MutationObserver {
  const observer = new MutationObserver(() => {
    if (place.hasAttribute('aria-hidden')) place.removeAttribute('aria-hidden')
  })
  observer.observe(place, { attributes: true, attributeFilter: ['aria-hidden'] })
  return observer
}

/** Creates a child of the body that exists while the component is mounted and stays readable over dialogs. */
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
