import { roleAtom, useShell } from '@portal/shared-ui'
import { useMutation, useQueryClient } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { federationKey } from './modules.queries.ts'
import { t } from './texts.ts'

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

/** Why the viewer may not deploy this module, or null. */
export function useWhyNotDeploy(name: string): string | null {
  const role = useAtomValue(roleAtom)
  return name === 'admin' && role !== 'superadmin' ? t('superadminsOnly') : null
}
