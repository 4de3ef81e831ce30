import type { AnyRecord } from '@portal/contract'
import {
  AmountField,
  ReasonDialog,
  RecordLink,
  currencyAtom,
  formatMoney,
  randomKey,
  useAmount,
} from '@portal/shared-ui'
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
} from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useId, useState } from 'react'
import { allocationsQuery, numberOf, refundPayment, refundsQuery } from './money.queries.ts'
import { t } from './texts.ts'
import { useMoneyChange } from './use-money-change.ts'

/**
 * Explains why a payment cannot be refunded: it is already refunded, or it covers fees and must be
 * deallocated first.
 */
function NothingToRefund({
  payment,
  allocated,
  onClose,
}: {
  payment: AnyRecord
  allocated: number
  onClose: () => void
}) {
  const id = useId()
  const currency = useAtomValue(currencyAtom)
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={id} onClose={onClose}>
      <DialogTitle id={id}>{t('refundTitle', { number: numberOf(payment) })}</DialogTitle>
      <DialogContent>
        {allocated === 0 ? (
          t('refundNone')
        ) : (
          <Box sx={{ display: 'grid', gap: 3 }}>
            {t('refundCovers', { amount: formatMoney(allocated, currency) })}
            <RecordLink collection="payments" pid={payment.pid}>
              {numberOf(payment)}
            </RecordLink>
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Refunds a payment partially or fully, with a reason; at most the remaining amount. */
export function RefundDialog({ payment, onClose }: { payment: AnyRecord; onClose: () => void }) {
  const currency = useAtomValue(currencyAtom)
  const { data, error } = useQuery(refundsQuery(payment.pid))
  const covering = useQuery(allocationsQuery(payment.pid))
  const max = data?.refundable ?? null
  const amount = useAmount(max, max)
  const [isTried, setTried] = useState(false)
  // One idempotency key per dialog: a second click, or a retry after a network error, is the same refund.
  const [idempotencyKey] = useState(randomKey)
  const refund = useMoneyChange(
    (body: { amount: number; reason: string }) => refundPayment(payment.pid, { ...body, idempotencyKey }),
    (body) => t('refunded', { amount: formatMoney(body.amount, currency) }),
    onClose,
  )
  if (max === 0 && covering.data !== undefined)
    return <NothingToRefund payment={payment} allocated={covering.data.allocated} onClose={onClose} />
  const failed = refund.error ?? error ?? (max === 0 ? covering.error : null)
  return (
    <ReasonDialog
      title={t('refundTitle', { number: numberOf(payment) })}
      text={max === null || max === 0 ? undefined : t('refundText', { most: formatMoney(max, currency) })}
      action={t('refund')}
      isBusy={refund.isPending}
      failure={failed?.message ?? null}
      onReason={(reason) => {
        setTried(true)
        if (amount.units !== null) refund.mutate({ amount: amount.units, reason })
      }}
      onClose={onClose}
    >
      {(data === undefined && error === null) || (max === 0 && covering.isPending) ? (
        <LinearProgress aria-label={t('loading')} />
      ) : (
        <AmountField amount={amount} isTried={isTried} autoFocus />
      )}
    </ReasonDialog>
  )
}
