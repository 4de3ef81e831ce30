import { useShell } from '@portal/shared-ui'
import { useMutation, useQueryClient } from '@portal/shared-ui/query'
import { federationKey } from './modules.queries.ts'

/**
 * A change of deployed builds. Reports success and reloads the lists; a refusal is reported with its reason.
 */
export function useDeploying<Variables, Answer>(
  change: (what: Variables) => Promise<Answer>,
  words: { done: (result: Answer) => string; failed: string },
) {
  const shell = useShell()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (result) => shell.toast({ title: words.done(result) }),
    onError: (error) => shell.toast({ title: words.failed, description: error.message, colour: 'red' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: federationKey }),
  })
}
