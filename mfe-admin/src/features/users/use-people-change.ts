import { recordKeys, useShell } from '@portal/shared-ui'
import { useMutation, useQueryClient } from '@portal/shared-ui/query'
import { t } from './texts.ts'

export interface ChangeOptions<Answer> {
  /** Told when it is done. */
  done?: string
  onDone?: (answer: Answer) => void
  /** The failure is told where it happened, not as a toast. */
  tellsFailure?: boolean
}

/** A change of people or of how they sign in; afterwards everything about them is read again, whatever came of it. */
export function usePeopleChange<Given, Answer>(change: (given: Given) => Promise<Answer>, options: ChangeOptions<Answer> = {}) {
  const { done, onDone, tellsFailure = false } = options
  const shell = useShell()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => {
      if (done !== undefined) shell.toast({ title: done })
      onDone?.(answer)
    },
    onError: (error) => {
      if (!tellsFailure) shell.toast({ title: t('notDone'), description: error.message, colour: 'red' })
    },
    onSettled: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['people'] }),
        queryClient.invalidateQueries({ queryKey: recordKeys.collection('users') }),
      ])
    },
  })
}
