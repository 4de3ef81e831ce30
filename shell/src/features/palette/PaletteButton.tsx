import { Icon } from '@portal/shared-ui'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { mdiMagnify } from '../../icons.ts'
import { Palette, preload } from './Palette.lazy.ts'
import type { PaletteProps } from './Palette.tsx'
import { t } from '../../texts.ts'

/** Delay before the palette's code is preloaded, in ms, so that the first page loads first. */
const preloadAfterMs = 4_000

/** `Search or go to`: opens the command palette, as Ctrl K or Cmd K does on every page. */
export function PaletteButton({ signOut }: Pick<PaletteProps, 'signOut'>) {
  const [typed, setTyped] = useState<string | null>(null)
  const cameFrom = useRef<Element | null>(null)
  const isOpen = typed !== null
  const open = () => {
    cameFrom.current = document.activeElement
    setTyped('')
  }
  useEffect(() => {
    const timer = setTimeout(preload, preloadAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Control' || event.key === 'Meta') preload()
    if (
      event.key.toLowerCase() !== 'k' ||
      !(event.ctrlKey || event.metaKey) ||
      event.altKey ||
      event.shiftKey
    )
      return
    event.preventDefault()
    if (isOpen) setTyped(null)
    else open()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  useEffect(() => {
    // The field that took the first keys is gone, so the dialog cannot return the focus to it.
    if (!isOpen && cameFrom.current instanceof HTMLElement && document.activeElement === document.body)
      cameFrom.current.focus()
  }, [isOpen])
  return (
    <>
      <button
        type="button"
        className="palette-button"
        aria-label={t('searchOrGoTo')}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
      >
        <Icon path={mdiMagnify} />
        <span aria-hidden="true">{t('searchOrGoTo')}</span>
      </button>
      {typed !== null && (
        <Palette signOut={signOut} typed={typed} onTyped={setTyped} onClose={() => setTyped(null)} />
      )}
    </>
  )
}
