import type { DrawerTab } from '@portal/contract'
import { TabLink } from '@portal/shared-ui'
import { t } from './texts.ts'

export interface ReasonProps {
  reason: string
  /** The tab on which it is settled; null where it is not. */
  tab: DrawerTab | null
  /** The tabs of the record that is open, but for the one this stands in. */
  tabs: readonly DrawerTab[]
}

/** Why something is not possible, with the way to the tab where that is mended. */
export function Reason({ reason, tab, tabs }: ReasonProps) {
  return (
    <>
      {reason.charAt(0).toUpperCase() + reason.slice(1)}
      {tab !== null && tabs.includes(tab) && (
        <>
          {' '}
          <TabLink tab={tab}>{t('mend', { tab })}</TabLink>
        </>
      )}
    </>
  )
}
