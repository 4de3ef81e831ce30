import { collections } from '@portal/contract'
import type { AnyRecord } from '@portal/contract'
import { QueryResult, isReference, recordQuery } from '@portal/shared-ui'
import type { PanelProps } from '@portal/shared-ui'
import { Alert, Box, Stack } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { centsOf } from './money.queries.ts'
import { PaymentMoney } from './PaymentMoney.tsx'
import { PermitMoney } from './PermitMoney.tsx'
import { t } from './texts.ts'

/** Whether the fees a package waits for are settled. */
function OfPackage({ pack }: { pack: AnyRecord }) {
  const related = pack['permit']
  const permit = useQuery(recordQuery(collections.permits, isReference(related) ? related.pid : ''))
  return (
    <QueryResult query={permit} loading={t('loading')} failed={t('failed')}>
      {(found) => (
        <Stack spacing={5}>
          {centsOf(found, 'balance') > 0 && pack['feeReady'] !== true ? (
            <Alert severity="warning">{t('feeNotReady')}</Alert>
          ) : (
            <Alert severity="success">{t('feeReady')}</Alert>
          )}
          <PermitMoney permit={found} />
        </Stack>
      )}
    </QueryResult>
  )
}

/** The fees and payments of a permit, of the permit of a package, or of one payment. Source: domain.md 4. */
export function MoneyPanel({ collection, record }: PanelProps) {
  return (
    <Box sx={{ paddingTop: 4 }}>
      {collection === 'payments' ? (
        <PaymentMoney payment={record} />
      ) : collection === 'rts' ? (
        <OfPackage pack={record} />
      ) : (
        <PermitMoney permit={record} />
      )}
    </Box>
  )
}
