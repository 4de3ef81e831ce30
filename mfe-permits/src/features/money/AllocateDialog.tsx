import type { AnyRecord, Reference } from '@portal/contract'
import { AmountField, FormDialog, ReferencePicker, formatMoney, useAmount } from '@portal/shared-ui'
import { Box, FormHelperText } from '@portal/shared-ui/mui'
import { useId, useState } from 'react'
import { allocatePayment } from './money.queries.ts'
import { t } from './texts.ts'
import { useMoneyChange } from './use-money-change.ts'

/** Allocates a part of a payment to open fees of one of its client's permits. */
export function AllocateDialog({
  payment,
  free,
  onClose,
}: {
  payment: AnyRecord
  free: number
  onClose: () => void
}) {
  const id = useId()
  const [permit, setPermit] = useState<Reference | null>(null)
  const [isTried, setTried] = useState(false)
  const amount = useAmount(free, free)
  const put = useMoneyChange(
    (body: { permit: string; amount: number }) => allocatePayment(payment.pid, body),
    (body) => t('allocated', { amount: formatMoney(body.amount, amount.currency) }),
    onClose,
  )
  const isMissing = isTried && permit === null
  const submit = () => {
    setTried(true)
    if (permit !== null && amount.units !== null) put.mutate({ permit: permit.pid, amount: amount.units })
  }
  return (
    <FormDialog
      title={t('allocate')}
      text={t('allocateText', { free: formatMoney(free, amount.currency) })}
      action={t('put')}
      isBusy={put.isPending}
      failure={put.error?.message ?? null}
      onSubmit={submit}
      onClose={onClose}
    >
      <Box>
        <Box id={id} sx={{ color: 'text.secondary', paddingBottom: 1 }}>
          {t('permit')}
        </Box>
        <ReferencePicker
          to="permits"
          value={permit}
          onChange={setPermit}
          named={{ 'aria-labelledby': id, 'aria-required': true }}
          hasProblem={isMissing}
        />
        {isMissing && <FormHelperText error>{t('permitMissing')}</FormHelperText>}
      </Box>
      <AmountField amount={amount} isTried={isTried} />
    </FormDialog>
  )
}
