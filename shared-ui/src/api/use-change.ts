import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryKey, UseMutationResult } from '@tanstack/react-query'
import { useShell } from '../portal/shell-api.ts'

export interface ChangeOptions<Answer> {
  /** Text of the toast after success. */
  done?: string
  onDone?: (result: Answer) => void
  /** True if the caller shows the failure itself, so no toast is shown. */
  tellsFailure?: boolean
}

export interface ChangeOf {
  /** Queries to invalidate afterwards, also when the change was refused. */
  stale: readonly QueryKey[]
  /** Title of the toast after a failure. */
  failed: string
}

/** A mutation that shows its outcome as a toast. Its error is an `ApiProblem`. */
export function useChange<Given, Answer>(
  change: (given: Given) => Promise<Answer>,
  { stale, failed }: ChangeOf,
  { done, onDone, tellsFailure = false }: ChangeOptions<Answer> = {},
): UseMutationResult<Answer, Error, Given> {
  const shell = useShell()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (result) => {
      if (done !== undefined) shell.toast({ title: done })
      onDone?.(result)
    },
    onError: (error) => {
      if (!tellsFailure) shell.toast({ title: failed, description: error.message, colour: 'red' })
    },
    onSettled: async () => {
      await Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    },
  })
}
