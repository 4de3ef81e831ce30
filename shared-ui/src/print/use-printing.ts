import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * True while the page is printed or previewed. Content that is only for print is rendered before the browser
 * prints.
 */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(() => window.matchMedia('print').matches)
  useEffect(() => {
    const show = (isShown: boolean) => flushSync(() => setPrinting(isShown))
    const begin = () => show(true)
    const end = () => show(false)
    const media = window.matchMedia('print')
    const follow = () => show(media.matches)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    media.addEventListener('change', follow)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
      media.removeEventListener('change', follow)
    }
  }, [])
  return isPrinting
}
