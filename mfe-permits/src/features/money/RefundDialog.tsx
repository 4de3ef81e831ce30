import type { AnyRecord } from '@portal/contract'
import { AmountField, ReasonDialog, currencyAtom, formatMoney, randomKey, useAmount } from '@portal/shared-ui'
import { LinearProgress } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useState } from 'react'
import { numberOf, refundPayment, refundsQuery } from './money.queries.ts'
import { t } from './texts.ts'
import { useMoneyChange } from './use-money-change.ts'

/** Gives back a part of a payment or all of it, with the reason; never more than is left of it. */
export function RefundDialog({ payment, onClose }: { payment: AnyRecord; onClose: () => void }) {
  const currency = useAtomValue(currencyAtom)
  const { data, error } = useQuery(refundsQuery(payment.pid))
  const most = data?.refundable ?? null
  const amount = useAmount(most, most)
  const [isTried, setTried] = useState(false)
  // One key for this dialog: pressed twice, or sent again after the network failed, it is still one refund.
  const [idempotencyKey] = useState(randomKey)
  const refund = useMoneyChange(
    (body: { amount: number; reason: string }) => refundPayment(payment.pid, { ...body, idempotencyKey }),
    (body) => t('refunded', { amount: formatMoney(body.amount, currency) }),
    onClose,
  )
  return (
    <ReasonDialog
      title={t('refundTitle', { number: numberOf(payment) })}
      text={most === null ? undefined : most === 0 ? t('refundNone') : t('refundText', { most: formatMoney(most, currency) })}
      action={t('refund')}
      isBusy={refund.isPending}
      failure={(refund.error ?? error)?.message ?? null}
      onReason={(reason) => {
        setTried(true)
        if (amount.units !== null) refund.mutate({ amount: amount.units, reason })
      }}
      onClose={onClose}
    >
      {data === undefined && error === null ? (
        <LinearProgress aria-label={t('loading')} />
      ) : (
        <AmountField amount={amount} isTried={isTried} autoFocus />
      )}
    </ReasonDialog>
  )
}
