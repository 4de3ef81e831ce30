import { collections } from '@portal/contract'
import type { AnyRecord } from '@portal/contract'
import {
  QueryResult,
  EmptyState,
  OptionChip,
  RecordLink,
  Section,
  currencyAtom,
  formatDay,
  formatMoney,
  isReference,
  optionOf,
  titleOf,
  useLibraryLabels,
} from '@portal/shared-ui'
import { Box, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { unpaidFeesQuery } from './fees.queries.ts'
import { t } from './texts.ts'

const { fields } = collections.payments
const totalOf = (fee: AnyRecord) => (typeof fee['total'] === 'number' ? fee['total'] : 0)

function Fee({ fee }: { fee: AnyRecord }) {
  const currency = useAtomValue(currencyAtom)
  const status = optionOf(fields.status, fee['status'])
  const { dueDate, feeCode } = fee
  const labels = useLibraryLabels()
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 3,
        rowGap: 1,
        paddingY: 2,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <RecordLink collection="payments" pid={fee.pid}>
        {titleOf(collections.payments, fee)}
      </RecordLink>
      <Box sx={{ flexGrow: 1 }}>{typeof feeCode === 'string' && labels.fee(feeCode)}</Box>
      {status !== undefined && <OptionChip option={status} />}
      {typeof dueDate === 'string' && (
        <Box sx={{ color: 'text.secondary' }}>{t('due', { day: formatDay(dueDate) })}</Box>
      )}
      <Box sx={{ fontWeight: 550, fontVariantNumeric: 'tabular-nums' }}>
        {formatMoney(totalOf(fee), currency)}
      </Box>
    </Box>
  )
}

function OfPermit({ permit }: { permit: string }) {
  const fees = useQuery(unpaidFeesQuery(permit))
  const currency = useAtomValue(currencyAtom)
  return (
    <Section title={t('title')}>
      <QueryResult query={fees} loading={t('loading')} failed={t('failed')}>
        {(found) =>
          found.length === 0 ? (
            <Typography sx={{ color: 'text.secondary' }}>{t('none')}</Typography>
          ) : (
            <>
              <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
                {found.map((fee) => (
                  <Fee key={fee.pid} fee={fee} />
                ))}
              </Box>
              <Typography sx={{ paddingTop: 2, textAlign: 'end', fontWeight: 600 }}>
                {t('total', {
                  amount: formatMoney(
                    found.reduce((sum, fee) => sum + totalOf(fee), 0),
                    currency,
                  ),
                })}
              </Typography>
            </>
          )
        }
      </QueryResult>
    </Section>
  )
}

/** The requested, unpaid fees of a task's permit. Source: domain.md 4. */
export function FeesToCollect({ record }: { record: AnyRecord }) {
  const { permit } = record
  if (!isReference(permit)) return <EmptyState title={t('noPermit')} text={t('noPermitHint')} />
  return (
    <Box sx={{ paddingTop: 4 }}>
      <OfPermit permit={permit.pid} />
    </Box>
  )
}
