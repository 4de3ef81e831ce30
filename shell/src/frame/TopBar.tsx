import { colourModeAtom, Icon, unreadAlertsAtom } from '@portal/shared-ui'
import type { ColourMode } from '@portal/shared-ui'
import { useAtomValue } from '@portal/shared-ui/state'
import {
  mdiAccountCircleOutline,
  mdiBellOutline,
  mdiMenu,
  mdiThemeLightDark,
  mdiWeatherNight,
  mdiWhiteBalanceSunny,
} from '../icons.ts'
import { t } from '../texts.ts'
import { alertsList } from '../features/alerts/AlertsList.lazy.ts'
import { colourModeMenu } from '../features/colour-mode/ColourModeMenu.lazy.ts'
import { PaletteButton } from '../features/palette/PaletteButton.tsx'
import { accountMenu } from '../features/session/AccountMenu.lazy.ts'
import { signOut } from '../features/session/sign-out.ts'
import { PageHeading } from '../navigation/PageHeading.tsx'
import { PageLinks } from './PageLinks.tsx'
import { TopBarButton } from './TopBarButton.tsx'

const modeIcons: Record<ColourMode, string> = {
  system: mdiThemeLightDark,
  light: mdiWhiteBalanceSunny,
  dark: mdiWeatherNight,
}

/** The bar above the page: heading at the left, personal actions at the right. */
export function TopBar({ onOpenMenu }: { onOpenMenu: () => void }) {
  const unread = useAtomValue(unreadAlertsAtom)
  const mode = useAtomValue(colourModeAtom)
  return (
    <header className="top-bar">
      <button
        type="button"
        className="icon-button top-bar-menu"
        aria-label={t('openMenu')}
        aria-haspopup="dialog"
        onClick={onOpenMenu}
      >
        <Icon path={mdiMenu} />
      </button>
      <PageHeading className="top-bar-title" />
      <PaletteButton signOut={signOut} />
      <PageLinks />
      <TopBarButton
        label={unread === 0 ? t('alerts') : t('alertsUnread', { count: unread })}
        icon={mdiBellOutline}
        popup="dialog"
        opened={alertsList}
      >
        {unread > 0 && (
          <span className="badge" aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </TopBarButton>
      <TopBarButton label={t('colourMode')} icon={modeIcons[mode]} popup="menu" opened={colourModeMenu} />
      <TopBarButton label={t('account')} icon={mdiAccountCircleOutline} popup="menu" opened={accountMenu} />
    </header>
  )
}
