import { useShell } from '@portal/shared-ui'
import { useMutation, useQueryClient } from '@portal/shared-ui/query'
import { t } from './texts.ts'

/**
 * A change of the user's own account. On success it shows `done` as a toast and reloads everything on the
 * page, because a change of credentials ends sessions and a step-up uses a passkey. A failure is shown as a
 * toast.
 */
export function useChange<Given, Answer>(change: (given: Given) => Promise<Answer>, done: string | null) {
  const shell = useShell()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      if (done !== null) shell.toast({ title: done })
    },
    onError: (error) => shell.toast({ title: t('notDone'), description: error.message, colour: 'red' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['account'] }),
  })
}
