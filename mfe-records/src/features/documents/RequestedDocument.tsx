import { collections, documentStates, screenLabel } from '@portal/contract'
import type { AnyRecord } from '@portal/contract'
import {
  Facts,
  QueryResult,
  OptionChip,
  formatDay,
  labelOf,
  RecordLink,
  Section,
  isReference,
  useLibraryLabels,
} from '@portal/shared-ui'
import { Box, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { inPackageQuery } from './documents.queries.ts'
import type { InPackage } from './documents.queries.ts'
import { t } from './texts.ts'

const quiet = { color: 'text.secondary' } as const

function DocumentStatus({ found }: { found: InPackage | null }) {
  if (found === null) return <Typography sx={quiet}>{t('noPackage')}</Typography>
  const { pid, number, item } = found
  const state = documentStates.find(({ code }) => code === item?.state)
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
        <Box component="span" sx={quiet}>
          {t('package')}
        </Box>
        <RecordLink collection="rts" pid={pid}>
          {number}
        </RecordLink>
        {state !== undefined && <OptionChip option={state} />}
      </Box>
      {item === null && <Typography sx={quiet}>{t('notListed')}</Typography>}
      {item !== null && item.reason !== null && (
        <Typography sx={{ paddingTop: 1 }}>{screenLabel(item.reason)}</Typography>
      )}
    </>
  )
}

function OfPermit({ permit, documentType }: { permit: string; documentType: string }) {
  const found = useQuery(inPackageQuery(permit, documentType))
  return (
    <QueryResult query={found} loading={t('stateLoading')} failed={t('stateFailed')}>
      {(standing) => <DocumentStatus found={standing} />}
    </QueryResult>
  )
}

/** The document a task asks for, and its state in the package of the permit. */
export function RequestedDocument({ record, documentType }: { record: AnyRecord; documentType: string }) {
  const { permit } = record
  const isCertificate = typeof record['certificateDate'] === 'string'
  const entered = record['certificateExpiry']
  const name = useLibraryLabels().documentType(documentType)
  return (
    <Section title={t('requested')}>
      <Typography sx={{ fontWeight: 550, paddingBottom: 1 }}>{name}</Typography>
      {typeof entered === 'string' && (
        <Facts facts={[[labelOf(collections.ctasks, 'certificateExpiry'), formatDay(entered)]]} />
      )}
      {isReference(permit) ? (
        <OfPermit permit={permit.pid} documentType={documentType} />
      ) : (
        <Typography sx={quiet}>{t(isCertificate ? 'certificate' : 'noPermit')}</Typography>
      )}
    </Section>
  )
}
