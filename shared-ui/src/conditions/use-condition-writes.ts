import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Condition } from '@portal/contract'
import { useShell } from '../portal/shell-api.ts'
import { refreshRecordsAndSteps } from '../records/list/refresh-records.ts'
import { addCondition, settleCondition } from './conditions.queries.ts'
import type { NewCondition, Owner, ClosedCondition } from './conditions.queries.ts'
import { t } from './texts.ts'

/** Mutations of a record's conditions. They also invalidate what blocks permits. */
export function useConditionWrites(owner: Owner, onDone: () => void) {
  const queryClient = useQueryClient()
  const shell = useShell()
  const after = {
    onSuccess: onDone,
    onSettled: () => refreshRecordsAndSteps(queryClient),
  }
  const add = useMutation({ mutationFn: (body: NewCondition) => addCondition(owner, body), ...after })
  const settle = useMutation({
    mutationFn: ({ condition, body }: { condition: Condition; body: ClosedCondition }) =>
      settleCondition(owner, condition.pid, body),
    ...after,
    onError: (error, { body }) => {
      if (body.status === 'OPEN')
        shell.toast({ title: t('notSaved'), description: error.message, colour: 'red' })
    },
  })
  return { add, settle }
}
