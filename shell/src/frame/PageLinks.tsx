import { Icon } from '@portal/shared-ui'
import { useAtomValue } from '@portal/shared-ui/state'
import { mdiChartBoxOutline } from '../icons.ts'
import { t } from '../texts.ts'
import { resolveRoute } from '../navigation/resolve-route.ts'
import { routeContextAtom } from '../navigation/navigation.state.ts'
import { PortalLink } from '../navigation/PortalLink.tsx'

/** Opened from the top bar and not from `Main`. Source: contract.md 9. */
const overviewPath = '/permits/overview'

/** The link to the overview, when a remote provides one and the viewer may open it. */
export function OverviewLink() {
  const surroundings = useAtomValue(routeContextAtom)
  if (resolveRoute({ pathname: overviewPath, search: '' }, surroundings).kind !== 'remote') return null
  return (
    <PortalLink href={overviewPath} className="icon-button" aria-label={t('overview')} title={t('overview')}>
      <Icon path={mdiChartBoxOutline} />
    </PortalLink>
  )
}
