import { Corrections } from '@portal/contract'
import type { CorrectionPatch, NewCorrection } from '@portal/contract'
import { crud, recordKeys, refreshRecordsAndSteps, useShell } from '@portal/shared-ui'
import { queryOptions, useMutation, useQueryClient } from '@portal/shared-ui/query'
import { t } from './texts.ts'

const pathOf = (permit: string) => `/permits/${permit}/corrections`

/** The comments of a permit's authority, of all cycles. */
export const correctionsQuery = (permit: string) =>
  queryOptions({
    queryKey: [...recordKeys.record('permits', permit), 'corrections'] as const,
    queryFn: ({ signal }) => crud({ apiPath: pathOf(permit), method: 'GET' }, Corrections, { signal }),
  })

/** URL of the response to a cycle's comments, as a PDF. */
export const responseUrl = (permit: string, cycle: number): string =>
  `/api/permits/${encodeURIComponent(permit)}/response?cycle=${cycle}`

/** A change of one comment. */
export interface CorrectionChange {
  correction: string
  /** Null deletes the comment. */
  patch: CorrectionPatch | null
}

/** Invalidates what depends on comments: the transitions, the court and the documents of the permit. */
function useReadAgain() {
  const queryClient = useQueryClient()
  return () => refreshRecordsAndSteps(queryClient)
}

/** Adds comments. */
export function useAddComments(permit: string) {
  return useMutation({
    mutationFn: (comments: NewCorrection[]) =>
      crud({ apiPath: pathOf(permit), method: 'POST', body: { comments } }, Corrections),
    onSettled: useReadAgain(),
  })
}

/** Changes a comment. Each comment has its own mutation, so that changes do not wait for each other. */
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
    // A form shows the error itself and keeps the typed text.
    onError: (error, { patch }) => {
      if (patch?.response === undefined && patch?.text === undefined)
        shell.toast({ title: t('notSaved'), description: error.message, colour: 'red' })
    },
  })
}
