import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryKey, UseMutationResult } from '@tanstack/react-query'
import { useShell } from '../portal/shell-api.ts'

export interface ChangeOptions<Answer> {
  /** Toast of what was done. */
  done?: string
  onDone?: (answer: Answer) => void
  /** The failure is told where the change was asked for, so not as a toast. */
  tellsFailure?: boolean
}

export interface ChangeOf {
  /** Queries that are read again afterwards, also where the change was refused. */
  stale: readonly QueryKey[]
  /** Title of the toast of a failure. */
  failed: string
}

/** A change on the server that tells how it ended. Its error is an `ApiProblem`. */
export function useChange<Given, Answer>(
  change: (given: Given) => Promise<Answer>,
  { stale, failed }: ChangeOf,
  { done, onDone, tellsFailure = false }: ChangeOptions<Answer> = {},
): UseMutationResult<Answer, Error, Given> {
  const shell = useShell()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => {
      if (done !== undefined) shell.toast({ title: done })
      onDone?.(answer)
    },
    onError: (error) => {
      if (!tellsFailure) shell.toast({ title: failed, description: error.message, colour: 'red' })
    },
    onSettled: async () => {
      await Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    },
  })
}
