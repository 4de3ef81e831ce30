import { Icon } from '@portal/shared-ui'
import { useAtomValue } from '@portal/shared-ui/state'
import { mdiCalendarMonthOutline, mdiChartBoxOutline } from '../icons.ts'
import { t } from '../texts.ts'
import { resolveRoute } from '../navigation/resolve-route.ts'
import { routeContextAtom } from '../navigation/navigation.state.ts'
import { PortalLink } from '../navigation/PortalLink.tsx'

/** Opened from the top bar and not from `Main`. Source: contract.md 9 and 11.9. */
const pages = [
  { path: '/permits/overview', label: 'overview', icon: mdiChartBoxOutline },
  { path: '/calendar', label: 'calendar', icon: mdiCalendarMonthOutline },
] as const

/** The pages beside the menu that a remote provides and the viewer may open. */
function useBesidePages() {
  const surroundings = useAtomValue(routeContextAtom)
  return pages.filter(
    ({ path }) => resolveRoute({ pathname: path, search: '' }, surroundings).kind === 'remote',
  )
}

/** Links in the top bar. A phone has no room for them; there they are in the menu. */
export function PageLinks() {
  return useBesidePages().map(({ path, label, icon }) => (
    <PortalLink
      key={path}
      href={path}
      className="icon-button page-link"
      aria-label={t(label)}
      title={t(label)}
    >
      <Icon path={icon} />
    </PortalLink>
  ))
}

/** The same links as lines of the menu on narrow screens. */
export function PageLines({ onFollow }: { onFollow: () => void }) {
  const found = useBesidePages()
  if (found.length === 0) return null
  return (
    <ul className="page-lines">
      {found.map(({ path, label, icon }) => (
        <li key={path}>
          <PortalLink href={path} onClick={onFollow}>
            <Icon path={icon} />
            {t(label)}
          </PortalLink>
        </li>
      ))}
    </ul>
  )
}
