import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { formatAmount, formatMoney } from '../format/numbers.ts'
import { TextField } from '../inputs/TextField.tsx'
import { currencyAtom } from '../portal/configuration.ts'
import { amountIn, amountProblemOf } from '../records/edit/form-values.ts'
import { t } from './texts.ts'

/**
 * State of an amount field: the amount in minor units if valid, otherwise the error. `most` is the highest
 * allowed amount.
 */
export function useAmount(first: number | null, max: number | null) {
  const currency = useAtomValue(currencyAtom)
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? (first === null ? '' : formatAmount(first, currency))
  const units = amountIn(text, currency)
  const unread = text.trim() === '' ? null : amountProblemOf(text, currency)
  const isAmount = units !== null && units > 0
  const problem =
    unread !== null
      ? t('amountUnread', { problem: unread })
      : !isAmount
        ? t('amountMissing')
        : max !== null && units > max
          ? t('amountTooHigh', { most: formatMoney(max, currency) })
          : null
  return { text, setTyped, currency, problem, units: problem === null ? units : null }
}

/** A field for an amount in major units. */
export function AmountField({
  amount,
  isTried,
  autoFocus = false,
}: {
  amount: ReturnType<typeof useAmount>
  isTried: boolean
  autoFocus?: boolean
}) {
  const isWrong = isTried && amount.problem !== null
  return (
    <TextField
      label={t('amount', { currency: amount.currency })}
      required
      autoFocus={autoFocus}
      value={amount.text}
      error={isWrong}
      helperText={isWrong ? amount.problem : undefined}
      onChange={({ target }) => amount.setTyped(target.value)}
      slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 20 } }}
    />
  )
}
