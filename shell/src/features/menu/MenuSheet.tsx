import { Icon } from '@portal/shared-ui'
import { useEffect, useRef } from 'react'
import { mdiClose } from '../../icons.ts'
import { PageLines } from '../../frame/PageLinks.tsx'
import { t } from '../../texts.ts'
import { MainMenu } from './MainMenu.tsx'

/**
 * The menu as a sheet over the page, for narrow screens. Escape, a click outside and following an entry close
 * it.
 */
export function MenuSheet({ onClose }: { onClose: () => void }) {
  const sheet = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = sheet.current
    if (dialog === null) return
    const onClick = (event: MouseEvent) => {
      if (event.target === dialog) onClose()
    }
    dialog.addEventListener('click', onClick)
    return () => dialog.removeEventListener('click', onClick)
  }, [onClose])
  useEffect(() => {
    const dialog = sheet.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog ref={sheet} className="menu-sheet" aria-label={t('openMenu')} onClose={onClose}>
      <div className="menu-sheet-head">
        <span>{t('product')}</span>
        <button type="button" className="icon-button" aria-label={t('closeMenu')} onClick={onClose}>
          <Icon path={mdiClose} />
        </button>
      </div>
      <PageLines onFollow={onClose} />
      <MainMenu onFollow={onClose} />
    </dialog>
  )
}
