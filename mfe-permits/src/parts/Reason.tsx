import { screenLabel } from '@portal/contract'
import type { DrawerTab } from '@portal/contract'
import { TabLink } from '@portal/shared-ui'
import { t } from './texts.ts'

export interface ReasonProps {
  reason: string
  /** The tab where it is resolved; null when there is none. */
  tab: DrawerTab | null
  /** The tabs of the open record, except the one this is shown in. */
  tabs: readonly DrawerTab[]
}

/** Why something is not possible, with a link to the tab where it is resolved. */
export function Reason({ reason, tab, tabs }: ReasonProps) {
  return (
    <>
      {reason.charAt(0).toUpperCase() + reason.slice(1)}
      {tab !== null && tabs.includes(tab) && (
        <>
          {' '}
          <TabLink tab={tab}>{t('mend', { tab: screenLabel(tab) })}</TabLink>
        </>
      )}
    </>
  )
}
