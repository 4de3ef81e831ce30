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

/** Where the response to the comments of a cycle is read, a PDF to print or enclose. */
export const responseUrl = (permit: string, cycle: number): string =>
  `/api/permits/${encodeURIComponent(permit)}/response?cycle=${cycle}`

/** A change of one comment. */
export interface CorrectionChange {
  correction: string
  /** Null deletes it. */
  patch: CorrectionPatch | null
}

/**
 * What is read again once comments were written: the permit's steps, whose turn it is and its documents go
 * with them.
 */
function useReadAgain() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: recordKeys.all }),
      queryClient.invalidateQueries({ queryKey: stepsKey }),
    ])
}

/** Records further comments. */
export function useAddComments(permit: string) {
  return useMutation({
    mutationFn: (comments: NewCorrection[]) =>
      crud({ apiPath: pathOf(permit), method: 'POST', body: { comments } }, Corrections),
    onSettled: useReadAgain(),
  })
}

/** Changes a comment. Each comment has a write of its own, so that none waits for another. */
export function useCommentChange(permit: string) {
  const shell = useShell()
  return useMutation({
    mutationFn: ({ correction, patch }: CorrectionChange) => {
      const apiPath = `${pathOf(permit)}/${correction}`
      return patch === null
        ? crud({ apiPath, method: 'DELETE' }, Corrections)
        : crud({ apiPath, method: 'PATCH', body: { ...patch } }, Corrections)
    },
    onSettled: useReadAgain(),
    // A form says in itself why it was not saved, and keeps what was typed.
    onError: (error, { patch }) => {
      if (patch?.response === undefined && patch?.text === undefined)
        shell.toast({ title: t('notSaved'), description: error.message, colour: 'red' })
    },
  })
}
