import { feeCodes } from '@portal/contract'
import { FormDialog, formatMoney } from '@portal/shared-ui'
import { DayField, MenuItem, TextField } from '@portal/shared-ui/mui'
import { useState } from 'react'
import { AmountField, useAmount } from './AmountField.tsx'
import { addFee } from './money.queries.ts'
import type { NewFee } from './money.queries.ts'
import { t } from './texts.ts'
import { useMoneyChange } from './use-money-change.ts'

const labelOf = (code: string) => feeCodes.find((option) => option.code === code)?.label ?? code

/** Asks the client of a permit for a fee. */
export function FeeDialog({ permit, onClose }: { permit: string; onClose: () => void }) {
  const [feeCode, setFeeCode] = useState('PERMIT_FEE')
  const [description, setDescription] = useState('')
  const [dueDate, setDueDate] = useState('')
  const [isTried, setTried] = useState(false)
  const amount = useAmount(null, null)
  const add = useMoneyChange(
    (fee: NewFee) => addFee(permit, fee),
    (fee) => t('feeAdded', { fee: labelOf(fee.feeCode), amount: formatMoney(fee.amount, amount.currency) }),
    onClose,
  )
  const submit = () => {
    setTried(true)
    if (amount.units === null) return
    add.mutate({
      feeCode,
      amount: amount.units,
      ...(description.trim() !== '' && { description: description.trim() }),
      ...(dueDate !== '' && { dueDate }),
    })
  }
  return (
    <FormDialog
      title={t('addFee')}
      action={t('addFee')}
      isBusy={add.isPending}
      failure={add.error?.message ?? null}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField select label={t('fee')} value={feeCode} onChange={({ target }) => setFeeCode(target.value)}>
        {feeCodes.map(({ code, label }) => (
          <MenuItem key={code} value={code}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      <AmountField amount={amount} isTried={isTried} autoFocus />
      <TextField
        label={t('description')}
        value={description}
        onChange={({ target }) => setDescription(target.value)}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <DayField label={t('dueDate')} value={dueDate} onChange={setDueDate} />
    </FormDialog>
  )
}
