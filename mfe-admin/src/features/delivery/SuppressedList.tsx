import type { SuppressedAddresses } from '@portal/contract/notifications'
import {
  ConfirmDialog,
  EmptyState,
  ErrorPanel,
  Row,
  Rows,
  SkeletonTable,
  formatDateTime,
  useChange,
} from '@portal/shared-ui'
import { Box, Button, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useId, useState } from 'react'
import { deliveryKey, lift, suppressedQuery } from './delivery.queries.ts'
import { t } from './texts.ts'

type Address = SuppressedAddresses['addresses'][number]

function AddressRow({
  address: { address, since, detail },
  isBusy,
  onLift,
}: {
  address: Address
  isBusy: boolean
  onLift: () => void
}) {
  const id = useId()
  return (
    <Row
      titleId={id}
      title={<Box sx={{ overflowWrap: 'anywhere' }}>{address}</Box>}
      facts={[t('since', { at: formatDateTime(since) })]}
      note={
        detail !== '' && (
          <Typography sx={{ paddingTop: 1, overflowWrap: 'anywhere' }}>
            {t('answered', { detail })}
          </Typography>
        )
      }
    >
      <Button size="small" variant="outlined" aria-describedby={id} disabled={isBusy} onClick={onLift}>
        {t('lift')}
      </Button>
    </Row>
  )
}

/** Addresses that get no notifications by mail, because mail to them came back. */
export function SuppressedList() {
  const { data, error, refetch } = useQuery(suppressedQuery)
  const [addressToLift, setAddressToLift] = useState<string | null>(null)
  const change = useChange(lift, { stale: [deliveryKey], failed: t('liftFailed') }, { done: t('lifted') })
  if (data === undefined && error !== null)
    return <ErrorPanel error={error} title={t('suppressedFailed')} onRetry={() => void refetch()} />
  if (data === undefined)
    return (
      <Box role="status" aria-label={t('suppressedLoading')}>
        <SkeletonTable widths={[320, 240, 160]} rows={3} />
      </Box>
    )
  const { addresses, count: total } = data
  if (addresses.length === 0) return <EmptyState title={t('noneSuppressed')} text={t('noneSuppressedText')} />
  return (
    <>
      <Rows label={t('suppressed')}>
        {addresses.map((entry) => (
          <AddressRow
            key={entry.address}
            address={entry}
            isBusy={change.isPending && change.variables === entry.address}
            onLift={() => setAddressToLift(entry.address)}
          />
        ))}
      </Rows>
      {total > addresses.length && (
        <Typography sx={{ color: 'text.secondary', paddingTop: 2 }}>
          {t('newest', { count: addresses.length, total })}
        </Typography>
      )}
      {addressToLift !== null && (
        <ConfirmDialog
          title={t('liftTitle', { address: addressToLift })}
          text={t('liftText')}
          yes={t('lift')}
          no={t('keep')}
          onNo={() => setAddressToLift(null)}
          onYes={() => {
            setAddressToLift(null)
            change.mutate(addressToLift)
          }}
        />
      )}
    </>
  )
}
