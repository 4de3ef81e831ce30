import { useEffect, useRef } from 'react'

/** Key to what it does; keys without a deed are left alone. */
export type MailKeys = Readonly<Record<string, (() => void) | undefined>>

/** Places where a letter is a letter, and overlays that have keys of their own. */
const ownKeys = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]'

/** Listens to single keys anywhere in the page, off inside inputs and overlays (look.md section 9). */
export function useMailKeys(keys: MailKeys): void {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(ownKeys) !== null) return
      const deed = current.current[event.key]
      if (deed === undefined) return
      event.preventDefault()
      deed()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
