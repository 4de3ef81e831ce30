import { refreshRecordsAndSteps, useShell } from '@portal/shared-ui'
import { useMutation, useQueryClient } from '@portal/shared-ui/query'

/**
 * A change of fees or payments. Reports success, and invalidates dependent data: balances and guards of other
 * records.
 */
export function useMoneyChange<Body>(
  send: (body: Body) => Promise<unknown>,
  told: (body: Body) => string,
  onDone: () => void,
) {
  const shell = useShell()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (_answer, body) => {
      shell.toast({ title: told(body) })
      onDone()
    },
    onSettled: () => refreshRecordsAndSteps(queryClient),
  })
}
