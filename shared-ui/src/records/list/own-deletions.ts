import type { RecordEvent } from '@portal/contract'
import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'

/** Key of mutations that delete one record; their variables are the record. */
export const deletionKey = ['record-deletion'] as const

const Deleted = z.object({ pid: z.string(), version: z.number() })

/**
 * Whether a `delete` event is about a deletion by this page, which closes the record itself. Its event may
 * arrive before its answer. A record that was restored since has a greater version.
 */
export function isOwnDeletion(
  queryClient: QueryClient,
  { pid, version }: Pick<RecordEvent, 'pid' | 'version'>,
): boolean {
  return queryClient
    .getMutationCache()
    .findAll({ mutationKey: deletionKey })
    .some(({ state }) => {
      const deleted = Deleted.safeParse(state.variables)
      return (
        state.status !== 'error' &&
        deleted.success &&
        deleted.data.pid === pid &&
        deleted.data.version + 1 === version
      )
    })
}
