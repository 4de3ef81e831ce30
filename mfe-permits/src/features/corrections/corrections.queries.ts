import { Corrections } from '@portal/contract'
import type { CorrectionPatch, NewCorrection } from '@portal/contract'
import { crud, recordKeys, stepsKey, useShell } from '@portal/shared-ui'
import { queryOptions, useMutation, useQueryClient } from '@portal/shared-ui/query'
import { t } from './texts.ts'

const pathOf = (permit: string) => `/permits/${permit}/corrections`

/** The comments of a permit's authority, of every cycle. */
export const correctionsQuery = (permit: string) =>
  queryOptions({
    queryKey: [...recordKeys.record('permits', permit), 'corrections'] as const,
    queryFn: ({ signal }) => crud({ apiPath: pathOf(permit), method: 'GET' }, Corrections, { signal }),
  })

/** A change of one comment. */
export interface CorrectionChange {
  correction: string
  /** Null deletes it. */
  patch: CorrectionPatch | null
}

/** Writing to the comments of a permit: its steps, whose turn it is and its documents are read again with them. */
export function useCorrectionWrites(permit: string) {
  const queryClient = useQueryClient()
  const shell = useShell()
  const after = {
    onSettled: () =>
      Promise.all([queryClient.invalidateQueries({ queryKey: recordKeys.all }), queryClient.invalidateQueries({ queryKey: stepsKey })]),
  }
  const add = useMutation({
    mutationFn: (comments: NewCorrection[]) => crud({ apiPath: pathOf(permit), method: 'POST', body: { comments } }, Corrections),
    ...after,
  })
  const change = useMutation({
    mutationFn: ({ correction, patch }: CorrectionChange) => {
      const apiPath = `${pathOf(permit)}/${correction}`
      return patch === null ? crud({ apiPath, method: 'DELETE' }, Corrections) : crud({ apiPath, method: 'PATCH', body: { ...patch } }, Corrections)
    },
    ...after,
    // An answer says in its form why it was not saved, and keeps what was typed.
    onError: (error, { patch }) => {
      if (patch?.response === undefined) shell.toast({ title: t('notSaved'), description: error.message, colour: 'red' })
    },
  })
  return { add, change }
}
