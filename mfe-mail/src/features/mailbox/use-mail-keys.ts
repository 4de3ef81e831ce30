import { isForPage } from '@portal/shared-ui'
import { useEffect, useRef } from 'react'

/** Key to what it does; keys without a deed are left alone. */
export type MailKeys = Readonly<Record<string, (() => void) | undefined>>

/** Listens to single keys anywhere in the page, off inside inputs and overlays (look.md 9). */
export function useMailKeys(keys: MailKeys): void {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const deed = isForPage(event) ? current.current[event.key] : undefined
      if (deed === undefined) return
      event.preventDefault()
      deed()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
