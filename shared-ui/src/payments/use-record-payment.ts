import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PaymentRecorded } from '@portal/contract'
import { crud } from '../api/api.ts'
import { formatMoney } from '../format/numbers.ts'
import { useShell } from '../portal/shell-api.ts'
import { recordKeys, stepsKey } from '../records/record-queries.ts'
import { randomKey } from '../uploads/random-key.ts'
import { t } from './texts.ts'

/** What is told of a payment that is recorded; the server judges it. */
export interface PaymentToRecord {
  permit?: string
  org?: string | undefined
  fee?: string
  amount: number
  method: string
  paidOn: string
  reference?: string
  payerName?: string
}

/** What the money went to: each fee with its part, and what is credit. */
function toldOf({ allocations, credit }: PaymentRecorded, currency: string): string {
  const parts = allocations.map(({ fee, amount }) =>
    t('covered', { amount: formatMoney(amount, currency), fee: fee.title }),
  )
  return [...parts, ...(credit > 0 ? [t('credit', { amount: formatMoney(credit, currency) })] : [])].join(
    ', ',
  )
}

/**
 * Records a payment once, however often it is sent: the key is this dialog's. What it reaches is read again.
 */
export function useRecordPayment(currency: string, onDone: () => void) {
  const shell = useShell()
  const queryClient = useQueryClient()
  const [idempotencyKey] = useState(randomKey)
  const mutation = useMutation({
    mutationFn: (body: PaymentToRecord) =>
      crud(
        { apiPath: '/payments/record', method: 'POST', body: { ...body, idempotencyKey } },
        PaymentRecorded,
      ),
    onSuccess: (recorded, { amount }) => {
      const description = toldOf(recorded, currency)
      shell.toast({
        title: t('recorded', { amount: formatMoney(amount, currency) }),
        ...(description !== '' && { description }),
      })
      onDone()
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: recordKeys.all }),
        queryClient.invalidateQueries({ queryKey: stepsKey }),
      ]),
  })
  return {
    send: (body: PaymentToRecord) => mutation.mutate(body),
    isBusy: mutation.isPending,
    failure: mutation.error?.message ?? null,
  }
}
