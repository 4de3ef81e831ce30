import { useShell } from '@portal/shared-ui'
import { useMutation, useQueryClient } from '@portal/shared-ui/query'
import { t } from './texts.ts'

export interface PeopleChangeOptions<Answer> {
  /** Toast of what was done. */
  done?: string
  onDone?: (answer: Answer) => void
  /** The failure is told where it was asked for, so not as a toast. */
  tellsFailure?: boolean
}

/** One kind of change of the organization's people; afterwards the list is read again, also where it was refused. */
export function usePeopleChange<Given, Answer>(
  change: (given: Given) => Promise<Answer>,
  { done, onDone, tellsFailure = false }: PeopleChangeOptions<Answer> = {},
) {
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
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['organization'] }),
  })
}
