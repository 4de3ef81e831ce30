import { useShell } from '@portal/shared-ui'
import { useMutation, useQueryClient } from '@portal/shared-ui/query'
import { federationKey } from './modules.queries.ts'

/**
 * A change of what is deployed: said when it is done, with the lists read again; a refusal is said with its
 * reason.
 */
export function useDeploying<Variables, Answer>(
  change: (what: Variables) => Promise<Answer>,
  words: { done: (answer: Answer) => string; failed: string },
) {
  const shell = useShell()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => shell.toast({ title: words.done(answer) }),
    onError: (error) => shell.toast({ title: words.failed, description: error.message, colour: 'red' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: federationKey }),
  })
}
