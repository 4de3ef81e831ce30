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

/** Links to the pages beside the menu that a remote provides and the viewer may open. */
export function PageLinks() {
  const surroundings = useAtomValue(routeContextAtom)
  return pages
    .filter(({ path }) => resolveRoute({ pathname: path, search: '' }, surroundings).kind === 'remote')
    .map(({ path, label, icon }) => (
      <PortalLink key={path} href={path} className="icon-button" aria-label={t(label)} title={t(label)}>
        <Icon path={icon} />
      </PortalLink>
    ))
}
