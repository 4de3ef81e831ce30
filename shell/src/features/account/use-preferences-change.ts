import { useShell } from '@portal/shared-ui'
import { useMutation, useQueryClient } from '@portal/shared-ui/query'
import { changePreferences, preferencesQuery } from '../../notifications/notifications.queries.ts'
import { t } from '../../notifications/texts.ts'

/** A change of the user's choices; `done` is shown as a toast, and so is a failure. */
export function usePreferencesChange(done: string) {
  const shell = useShell()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: changePreferences,
    onSuccess: (preferences) => {
      queryClient.setQueryData(preferencesQuery.queryKey, preferences)
      shell.toast({ title: done })
    },
    onError: (error) => shell.toast({ title: t('notSaved'), description: error.message, colour: 'red' }),
  })
}
