import { screenLabel } from '@portal/contract'
import type { AnyRecord } from '@portal/contract'
import { Facts, TabLink } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import type { ReactNode } from 'react'
import { t } from './texts.ts'

/** Statuses of packages that are no longer checked. */
const over: readonly unknown[] = ['SUBMITTED', 'RETURNED', 'CANCELLED']

/** One check of a package, with a link to the tab where it is resolved. */
function Check({ tab, children }: { tab: 'Documents' | 'Payment data'; children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
      {children}
      <TabLink tab={tab}>{t('look', { tab: screenLabel(tab) })}</TabLink>
    </Box>
  )
}

/** The open checks of a package before it can be ready. Source: domain.md 4, `checks and blockers`. */
export function PackageChecks({ record }: { record: AnyRecord }) {
  if (over.includes(record['status'])) return null
  const percent = Number(record['readinessPct'] ?? 0)
  const count = Number(record['missingCount'] ?? 0)
  return (
    <Facts
      facts={[
        [
          t('documents'),
          <Check key="documents" tab="Documents">
            {count > 0 ? t('documentsMissing', { percent, count }) : t('documentsSettled', { percent })}
          </Check>,
        ],
        [
          t('fees'),
          <Check key="fees" tab="Payment data">
            {t(record['feeReady'] === true ? 'feesSettled' : 'feesOpen')}
          </Check>,
        ],
      ]}
    />
  )
}
