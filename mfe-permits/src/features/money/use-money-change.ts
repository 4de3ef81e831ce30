import { recordKeys, stepsKey, useShell } from '@portal/shared-ui'
import { useMutation, useQueryClient } from '@portal/shared-ui/query'

/**
 * A change of money: told when it is done; what it reaches, balances and guards of other records, is read
 * again.
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
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: recordKeys.all }),
        queryClient.invalidateQueries({ queryKey: stepsKey }),
      ]),
  })
}
