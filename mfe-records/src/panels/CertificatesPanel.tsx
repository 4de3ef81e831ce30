import { unsentPackages } from '@portal/contract'
import type { PanelProps } from '@portal/shared-ui'
import { Stack } from '@portal/shared-ui/mui'
import { Certificates } from '../features/certificates/Certificates.tsx'
import { t } from '../features/certificates/texts.ts'
import { GroupList } from '../features/organization/GroupList.tsx'

/**
 * The licenses and insurances of an organization, and what depends on them: issued permits, permits under review,
 * and packages that are not submitted. Source: decision 0135.
 */
export function CertificatesPanel({ pid, record }: Pick<PanelProps, 'pid' | 'record'>) {
  return (
    <Stack spacing={6} sx={{ paddingTop: 4 }}>
      <Certificates pid={pid} record={record} />
      <GroupList
        title={t('issued')}
        none={t('noneIssued')}
        of={{ collection: 'processed', groupBy: 'authority', filter: { org: pid, status: 'ISSUED' } }}
      />
      <GroupList
        title={t('underReview')}
        none={t('noneUnderReview')}
        of={{ collection: 'permits', groupBy: 'authority', filter: { org: pid, court: 'AUTHORITY' } }}
      />
      <GroupList
        title={t('packages')}
        none={t('nonePackages')}
        of={{ collection: 'rts', groupBy: 'status', filter: { org: pid, status: { in: unsentPackages } } }}
      />
    </Stack>
  )
}
