import type { MenuEntry } from '@portal/contract'
import { Icon } from '@portal/shared-ui'
import { useAtomValue } from '@portal/shared-ui/state'
import { currentEntryAtom, menuAtom } from '../../navigation/navigation.state.ts'
import { PortalLink } from '../../navigation/PortalLink.tsx'
import { t } from '../../texts.ts'

interface MainMenuProps {
  /** Icons only; the labels become tooltips. */
  folded?: boolean
  onFollow?: () => void
}

/** The pages of the portal, as the manifests declare and the viewer's role allows. */
export function MainMenu({ folded = false, onFollow }: MainMenuProps) {
  const entries = useAtomValue(menuAtom)
  const current = useAtomValue(currentEntryAtom)
  return (
    <nav aria-label={t('main')} className="main-menu" data-folded={folded || undefined}>
      <ul>
        {entries.map((entry) => (
          <MenuLine key={entry.path} entry={entry} isCurrent={entry.path === current?.path} {...(onFollow && { onFollow })} />
        ))}
      </ul>
    </nav>
  )
}

function MenuLine({ entry, isCurrent, onFollow }: { entry: MenuEntry; isCurrent: boolean; onFollow?: () => void }) {
  return (
    <li>
      <PortalLink
        href={entry.path}
        aria-label={entry.label}
        aria-current={isCurrent ? 'page' : undefined}
        data-label={entry.label}
        onClick={onFollow}
      >
        <Icon path={entry.icon} />
        <span className="main-menu-label">{entry.label}</span>
      </PortalLink>
    </li>
  )
}
