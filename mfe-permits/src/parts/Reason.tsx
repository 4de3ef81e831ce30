import { mendOf } from '@portal/contract'
import type { DrawerTab } from '@portal/contract'
import { TabLink } from '@portal/shared-ui'
import { t } from './texts.ts'

export interface ReasonProps {
  reason: string
  /** The tabs of the record that is open, but for the one this stands in. */
  tabs: readonly DrawerTab[]
}

/** Why something is not possible, with the way to the tab where that is mended. */
export function Reason({ reason, tabs }: ReasonProps) {
  const mend = mendOf(reason)
  return (
    <>
      {reason.charAt(0).toUpperCase() + reason.slice(1)}
      {mend !== null && tabs.includes(mend) && (
        <>
          {' '}
          <TabLink tab={mend}>{t('mend', { tab: mend })}</TabLink>
        </>
      )}
    </>
  )
}
