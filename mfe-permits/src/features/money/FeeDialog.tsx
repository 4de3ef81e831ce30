import {
  AmountField,
  FormDialog,
  formatMoney,
  today,
  useAmount,
  useLibraryChoices,
  useLibraryLabels,
} from '@portal/shared-ui'
import { Alert, DayField, MenuItem, TextField } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useState } from 'react'
import { requirementsQuery } from '../../parts/requirements.queries.ts'
import { addFee } from './money.queries.ts'
import type { NewFee } from './money.queries.ts'
import { QuotedFee } from './QuotedFee.tsx'
import { t } from './texts.ts'
import { useMoneyChange } from './use-money-change.ts'

/** Requests a fee from the client of a permit. */
export function FeeDialog({ permit, onClose }: { permit: string; onClose: () => void }) {
  const [chosen, setChosen] = useState('PERMIT_FEE')
  const { fees: offered = [], amounts = [] } = useQuery(requirementsQuery(permit)).data ?? {}
  const labels = useLibraryLabels()
  const choices = useLibraryChoices('fees')
  const named = choices.filter(({ code }) => offered.includes(code))
  // No rule names a fee in use, or the rules could not be read: every fee can be asked for.
  const fees = named.length === 0 ? choices : named
  const feeCode = fees.some(({ code }) => code === chosen) ? chosen : (fees[0]?.code ?? chosen)
  const [description, setDescription] = useState('')
  const [dueDate, setDueDate] = useState('')
  const [isTried, setTried] = useState(false)
  // A past date is confirmed once; another past date asks again.
  const [isPastAsked, setPastAsked] = useState(false)
  const isPast = dueDate !== '' && dueDate < today()
  const quoted = amounts.find(({ fee }) => fee === feeCode)
  // The amount by the requirements, until another one is typed.
  const amount = useAmount(quoted?.amount ?? null, null)
  const add = useMoneyChange(
    (fee: NewFee) => addFee(permit, fee),
    (fee) =>
      t('feeAdded', { fee: labels.fee(fee.feeCode), amount: formatMoney(fee.amount, amount.currency) }),
    onClose,
  )
  const submit = () => {
    setTried(true)
    if (amount.units === null) return
    if (isPast && !isPastAsked) {
      setPastAsked(true)
      return
    }
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
      action={t(isPast && isPastAsked ? 'addPast' : 'addFee')}
      isBusy={add.isPending}
      failure={add.error?.message ?? null}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField select label={t('fee')} value={feeCode} onChange={({ target }) => setChosen(target.value)}>
        {fees.map(({ code, label }) => (
          <MenuItem key={code} value={code}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      <AmountField amount={amount} isTried={isTried} autoFocus />
      {quoted !== undefined && <QuotedFee permit={permit} quoted={quoted} />}
      <TextField
        label={t('description')}
        value={description}
        onChange={({ target }) => setDescription(target.value)}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <DayField
        label={t('dueDate')}
        value={dueDate}
        onChange={(day) => {
          setDueDate(day)
          setPastAsked(false)
        }}
      />
      {isPast && isPastAsked && <Alert severity="warning">{t('duePast')}</Alert>}
    </FormDialog>
  )
}
