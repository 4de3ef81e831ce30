import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PaymentRecorded } from '@portal/contract'
import { crud } from '../api/api.ts'
import { formatMoney } from '../format/numbers.ts'
import { useShell } from '../portal/shell-api.ts'
import { refreshRecordsAndSteps } from '../records/list/refresh-records.ts'
import { randomKey } from '../uploads/random-key.ts'
import { t } from './texts.ts'

/** Input of a recorded payment; the server validates it. */
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

/** Describes the allocation of the money: each fee with its part, and the credit. */
function toldOf({ allocations, credit }: PaymentRecorded, currency: string): string {
  const parts = allocations.map(({ fee, amount }) =>
    t('covered', { amount: formatMoney(amount, currency), fee: fee.title }),
  )
  return [...parts, ...(credit > 0 ? [t('credit', { amount: formatMoney(credit, currency) })] : [])].join(
    ', ',
  )
}

/**
 * Records a payment exactly once, also when it is sent again: the idempotency key belongs to the dialog.
 * Affected queries are invalidated.
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
    onSettled: () => refreshRecordsAndSteps(queryClient),
  })
  return {
    send: (body: PaymentToRecord) => mutation.mutate(body),
    isBusy: mutation.isPending,
    failure: mutation.error?.message ?? null,
  }
}
