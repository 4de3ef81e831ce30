import { useShell } from '@portal/shared-ui'
import { useMutation, useQueryClient } from '@portal/shared-ui/query'
import { t } from './texts.ts'

/**
 * One kind of change of the person's own account: done, then told, then everything on the page is read again,
 * since a change of credentials ends sessions and a proof uses a passkey. A failure is told as a toast.
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
