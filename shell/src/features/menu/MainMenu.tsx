import { screenLabel } from '@portal/contract'
import type { MenuEntry } from '@portal/contract'
import { Icon } from '@portal/shared-ui'
import { useAtomValue } from '@portal/shared-ui/state'
import { useId } from 'react'
import { currentEntryAtom, menuAtom } from '../../navigation/navigation.state.ts'
import { PortalLink } from '../../navigation/PortalLink.tsx'
import { t } from '../../texts.ts'
import { useMenuCounts } from './use-menu-counts.ts'
import type { MenuCount } from './use-menu-counts.ts'

interface MainMenuProps {
  /** Shows icons only; the labels become tooltips. */
  folded?: boolean
  onFollow?: () => void
}

/** The pages of the portal that the manifests declare and the viewer's role may open. */
export function MainMenu({ folded = false, onFollow }: MainMenuProps) {
  const entries = useAtomValue(menuAtom)
  const current = useAtomValue(currentEntryAtom)
  const countOf = useMenuCounts()
  return (
    <nav aria-label={t('main')} className="main-menu" data-folded={folded || undefined}>
      <ul>
        {entries.map((entry) => (
          <MenuLine
            key={entry.path}
            entry={entry}
            count={countOf(entry.path)}
            isCurrent={entry.path === current?.path}
            {...(onFollow && { onFollow })}
          />
        ))}
      </ul>
    </nav>
  )
}

interface MenuLineProps {
  entry: MenuEntry
  count: MenuCount | null
  isCurrent: boolean
  onFollow?: () => void
}

/** The count describes the link and is not part of its name (contract.md 9). */
function MenuLine({ entry, count, isCurrent, onFollow }: MenuLineProps) {
  const countId = useId()
  return (
    <li>
      <PortalLink
        href={entry.path}
        aria-label={screenLabel(entry.label)}
        aria-current={isCurrent ? 'page' : undefined}
        aria-describedby={count === null ? undefined : countId}
        data-label={count === null ? screenLabel(entry.label) : `${screenLabel(entry.label)}, ${count.shown}`}
        onClick={onFollow}
      >
        <Icon path={entry.icon} />
        <span className="main-menu-label">{screenLabel(entry.label)}</span>
      </PortalLink>
      {count !== null && (
        <>
          <span className="main-menu-count" aria-hidden="true">
            {count.shown}
          </span>
          <span id={countId} hidden>
            {count.words}
          </span>
        </>
      )}
    </li>
  )
}
