import { Icon } from '@portal/shared-ui'
import { useEffect, useState } from 'react'
import { lazyPart } from '../../frame/lazy.tsx'
import { mdiMagnify } from '../../icons.ts'
import type { PaletteProps } from './Palette.tsx'
import { t } from '../../texts.ts'

const { Part: Palette, preload } = lazyPart(() => import('./Palette.tsx'))

/** `Search or go to`: opens the command palette, as Ctrl K or Cmd K does from anywhere. */
export function PaletteButton({ signOut }: Pick<PaletteProps, 'signOut'>) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen((before) => !before)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
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
        onClick={() => setOpen(true)}
      >
        <Icon path={mdiMagnify} />
        <span aria-hidden="true">{t('searchOrGoTo')}</span>
      </button>
      {isOpen && <Palette signOut={signOut} onClose={() => setOpen(false)} />}
    </>
  )
}
