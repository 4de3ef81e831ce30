import { isForPage } from '@portal/shared-ui'
import { useEffect, useRef } from 'react'

/** Shortcut keys and their actions; keys without an action are ignored. */
export type MailKeys = Readonly<Record<string, (() => void) | undefined>>

/** Handles single-key shortcuts on the whole page, except inside inputs and overlays (look.md 9). */
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
