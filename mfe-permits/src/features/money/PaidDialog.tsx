import { collections } from '@portal/contract'
import {
  AmountField,
  FormDialog,
  formatDay,
  formatMoney,
  screenLabelIn,
  screenOptions,
  today,
  useAmount,
} from '@portal/shared-ui'
import { DayField, MenuItem, TextField } from '@portal/shared-ui/mui'
import { useState } from 'react'
import { notifyOffice } from './money.queries.ts'
import { t } from './texts.ts'
import { useMoneyChange } from './use-money-change.ts'

interface PaidDialogProps {
  permit: string
  /** Open amount in minor units. */
  open: number
  onClose: () => void
}

/** Payment methods a client can use. */
const sent: readonly string[] = ['CHEQUE', 'ACH', 'WIRE', 'CARD', 'CASH']
const methods = (collections.payments.fields.method.options ?? []).filter(({ code }) => sent.includes(code))

/**
 * Reports to the office that the client has paid, as a note both sides can read. The office records the
 * payment when the money arrives.
 */
export function PaidDialog({ permit, open, onClose }: PaidDialogProps) {
  const amount = useAmount(open, null)
  const [method, setMethod] = useState('')
  const [paidOn, setPaidOn] = useState(today)
  const [reference, setReference] = useState('')
  const [isTried, setTried] = useState(false)
  const tell = useMoneyChange(
    (content: string) => notifyOffice(permit, content),
    () => t('officeTold'),
    onClose,
  )
  const dayProblem = paidOn === '' ? t('paidDayMissing') : paidOn > today() ? t('paidDayFuture') : null
  const submit = () => {
    setTried(true)
    const by = screenLabelIn(methods, method)
    if (amount.units === null || by === undefined || dayProblem !== null) return
    const facts = {
      amount: formatMoney(amount.units, amount.currency),
      method: by,
      day: formatDay(paidOn),
      reference: reference.trim(),
    }
    tell.mutate(
      `${t('paidNoteBeginning')} ${t(facts.reference === '' ? 'paidNote' : 'paidNoteReference', facts)}`,
    )
  }
  return (
    <FormDialog
      title={t('iHavePaid')}
      text={t('iHavePaidText')}
      action={t('tellOffice')}
      isBusy={tell.isPending}
      failure={tell.error?.message ?? null}
      onSubmit={submit}
      onClose={onClose}
    >
      <AmountField amount={amount} isTried={isTried} autoFocus />
      <TextField
        select
        label={t('paidHow')}
        value={method}
        onChange={({ target }) => setMethod(target.value)}
        error={isTried && method === ''}
        helperText={isTried && method === '' ? t('paidHowMissing') : ' '}
      >
        {screenOptions(methods).map(({ code, label }) => (
          <MenuItem key={code} value={code}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      <DayField
        label={t('paidDay')}
        value={paidOn}
        onChange={setPaidOn}
        error={isTried && dayProblem !== null}
        helperText={isTried ? (dayProblem ?? ' ') : ' '}
      />
      <TextField
        label={t('paidReference')}
        value={reference}
        onChange={({ target }) => setReference(target.value)}
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
    </FormDialog>
  )
}
