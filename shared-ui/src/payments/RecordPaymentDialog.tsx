import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import MenuItem from '@mui/material/MenuItem'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import { collections } from '@portal/contract'
import type { Reference } from '@portal/contract'
import { today } from '../format/dates.ts'
import { formatMoney } from '../format/numbers.ts'
import { DayField } from '../inputs/DayField.tsx'
import { TextField } from '../inputs/TextField.tsx'
import { FormDialog } from '../layout/FormDialog.tsx'
import { currencyAtom } from '../portal/configuration.ts'
import { ReferencePicker } from '../records/edit/ReferencePicker.lazy.ts'
import { recordQuery } from '../records/list/record-queries.ts'
import { screenOptions } from '../records/declaration/screen-declaration.ts'
import { AmountField, useAmount } from './AmountField.tsx'
import { t } from './texts.ts'
import { useRecordPayment } from './use-record-payment.ts'

/** A fee that the payment can be recorded for. */
export interface OpenFee {
  pid: string
  title: string
  open: number
}

export interface RecordPaymentDialogProps {
  /** The permit the payment is for; if absent, it can be chosen. */
  permit?: string
  /** The client whose account it is for. */
  org?: string
  /** Unpaid fees of the permit. */
  fees?: readonly OpenFee[]
  onClose: () => void
}

const { options: methods = [] } = collections.payments.fields.method

/** A picker for a permit or a client. */
function Picker({
  to,
  label,
  value,
  onChange,
}: {
  to: 'permits' | 'orgs'
  label: string
  value: Reference | null
  onChange: (to: Reference | null) => void
}) {
  const id = useId()
  return (
    <Box>
      <Box id={id} sx={{ color: 'text.secondary', paddingBottom: 1 }}>
        {label}
      </Box>
      <ReferencePicker
        to={to}
        value={value}
        onChange={onChange}
        named={{ 'aria-labelledby': id }}
        hasProblem={false}
      />
    </Box>
  )
}

/** The amount due for the permit or the fee, in minor units; null while unknown. */
function useDue(permit: string | undefined, fee: OpenFee | undefined): number | null {
  const { data } = useQuery({
    ...recordQuery(collections.permits, permit ?? ''),
    enabled: permit !== undefined,
  })
  if (fee !== undefined) return fee.open
  return typeof data?.['balance'] === 'number' ? data['balance'] : null
}

/**
 * Records a received payment: amount, date, method and check number. Partial payments and overpayments are
 * allowed.
 */
export function RecordPaymentDialog({ permit, org, fees = [], onClose }: RecordPaymentDialogProps) {
  const currency = useAtomValue(currencyAtom)
  const [chosenPermit, setChosenPermit] = useState<Reference | null>(null)
  const [chosenOrg, setChosenOrg] = useState<Reference | null>(null)
  const [feePid, setFeePid] = useState('')
  const [paidOn, setPaidOn] = useState(today)
  const [method, setMethod] = useState('')
  const [reference, setReference] = useState('')
  const [payerName, setPayerName] = useState('')
  const [isTried, setTried] = useState(false)
  const ofPermit = permit ?? chosenPermit?.pid
  const ofOrg = org ?? chosenOrg?.pid
  const fee = fees.find(({ pid }) => pid === feePid)
  const due = useDue(ofPermit, fee)
  const amount = useAmount(due !== null && due > 0 ? due : null, null)
  const record = useRecordPayment(currency, onClose)
  const isTargetMissing = ofPermit === undefined && ofOrg === undefined
  const dayProblem = paidOn === '' ? t('paidOnMissing') : paidOn > today() ? t('paidOnFuture') : null
  const submit = () => {
    setTried(true)
    if (amount.units === null || method === '' || dayProblem !== null || isTargetMissing) return
    record.send({
      ...(ofPermit === undefined ? { org: ofOrg } : { permit: ofPermit }),
      ...(fee !== undefined && { fee: fee.pid }),
      amount: amount.units,
      method,
      paidOn,
      ...(reference.trim() !== '' && { reference: reference.trim() }),
      ...(payerName.trim() !== '' && { payerName: payerName.trim() }),
    })
  }
  const rest = due === null || amount.units === null ? 0 : amount.units - Math.max(0, due)
  const words = { due: formatMoney(Math.max(0, due ?? 0), currency), rest: formatMoney(rest, currency) }
  return (
    <FormDialog
      title={t('record')}
      text={t(ofPermit === undefined ? 'textAccount' : 'text')}
      action={t('record')}
      isBusy={record.isBusy}
      failure={record.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      {permit === undefined && (
        <Picker
          to="permits"
          label={t(org === undefined ? 'permit' : 'permitOptional')}
          value={chosenPermit}
          onChange={setChosenPermit}
        />
      )}
      {permit === undefined && org === undefined && chosenPermit === null && (
        <Picker to="orgs" label={t('client')} value={chosenOrg} onChange={setChosenOrg} />
      )}
      {isTried && isTargetMissing && <FormHelperText error>{t('targetMissing')}</FormHelperText>}
      {fees.length > 1 && (
        <TextField
          select
          label={t('fee')}
          value={feePid}
          onChange={({ target }) => setFeePid(target.value)}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">{t('allFees')}</MenuItem>
          {fees.map(({ pid, title, open }) => (
            <MenuItem key={pid} value={pid}>
              {t('feeOpen', { fee: title, open: formatMoney(open, currency) })}
            </MenuItem>
          ))}
        </TextField>
      )}
      <Box>
        <AmountField amount={amount} isTried={isTried} autoFocus={permit !== undefined} />
        {due !== null && <FormHelperText role="status">{t(rest > 0 ? 'more' : 'due', words)}</FormHelperText>}
      </Box>
      <Box>
        <DayField label={t('paidOn')} value={paidOn} onChange={setPaidOn} />
        {isTried && dayProblem !== null && <FormHelperText error>{dayProblem}</FormHelperText>}
      </Box>
      <TextField
        select
        label={t('method')}
        required
        value={method}
        error={isTried && method === ''}
        helperText={isTried && method === '' ? t('methodMissing') : undefined}
        onChange={({ target }) => setMethod(target.value)}
      >
        {screenOptions(methods).map(({ code, label }) => (
          <MenuItem key={code} value={code}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        label={t('reference')}
        value={reference}
        onChange={({ target }) => setReference(target.value)}
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
      <TextField
        label={t('payer')}
        value={payerName}
        onChange={({ target }) => setPayerName(target.value)}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
    </FormDialog>
  )
}
