import { Icon } from '@portal/shared-ui'
import { useAtom } from '@portal/shared-ui/state'
import { mdiChevronDoubleLeft, mdiChevronDoubleRight } from '../../icons.ts'
import { t } from '../../texts.ts'
import { PortalLink } from '../../navigation/PortalLink.tsx'
import { Logo } from '../../frame/Logo.tsx'
import { MainMenu } from './MainMenu.tsx'
import { menuFoldedAtom } from './menu.state.ts'
import { useNotificationVisits } from './use-menu-counts.ts'

/**
 * The menu at the left, 232 px wide or folded to 56 px. Hidden below 900 px, where `MenuSheet` replaces it.
 */
export function SideBar() {
  const [folded, setFolded] = useAtom(menuFoldedAtom)
  useNotificationVisits()
  return (
    <aside className="side-bar" aria-label={t('product')} data-folded={folded || undefined}>
      <PortalLink href="/" className="side-bar-mark" aria-label={t('product')}>
        <Logo />
        <span className="main-menu-label">{t('product')}</span>
      </PortalLink>
      <MainMenu folded={folded} />
      <button
        type="button"
        className="quiet-button side-bar-fold"
        onClick={() => setFolded(!folded)}
        aria-label={t(folded ? 'unfoldMenu' : 'foldMenu')}
      >
        <Icon path={folded ? mdiChevronDoubleRight : mdiChevronDoubleLeft} />
      </button>
    </aside>
  )
}
