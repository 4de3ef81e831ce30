import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Declaration } from '@portal/contract'
import { useShell } from '../../portal/shell-api.ts'
import { refreshRecords } from '../list/refresh-records.ts'
import { previewBulk, runBulk, runSteps } from './bulk-calls.ts'
import type { BulkAction, BulkDialogOf, BulkSelection, BulkStep } from './bulk-calls.ts'
import { t } from './texts.ts'
import type { JobProgress } from '../jobs/watch-job.ts'

const toasts = {
  update: { done: () => t('updated'), failed: () => t('updateFailed') },
  delete: { done: () => t('deleted'), failed: () => t('deleteFailed') },
  step: { done: () => t('stepped'), failed: () => t('stepFailed') },
} as const

/**
 * Previews and runs a bulk action and shows the specified toasts: green if all records were changed, red if a
 * record or the whole call was refused. `onDone` gets the outcome before the lists are reloaded. The dialog
 * closes if no record was refused.
 */
export function useBulkRun(
  collection: Declaration,
  selection: BulkSelection,
  { onDone, onClose }: Pick<BulkDialogOf, 'onDone' | 'onClose'>,
) {
  const shell = useShell()
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<JobProgress | null>(null)
  const preview = useMutation({
    mutationFn: (action: BulkAction) => previewBulk(collection, action, selection),
  })
  const run = useMutation({
    mutationFn: (action: BulkAction | { kind: 'step'; step: BulkStep }) =>
      action.kind === 'step'
        ? runSteps(collection, action.step, selection, setProgress)
        : runBulk(collection, action, selection, setProgress),
    onSuccess: (outcome, { kind }) => {
      if (outcome.failed.length === 0) shell.toast({ title: toasts[kind].done() })
      else shell.toast({ title: toasts[kind].failed(), colour: 'red' })
      onDone(outcome)
      if (outcome.failed.length === 0) onClose()
    },
    onError: (_error, { kind }) => shell.toast({ title: toasts[kind].failed(), colour: 'red' }),
    onSettled: () => refreshRecords(queryClient, collection),
  })
  return { preview, run, progress }
}

export type BulkRun = ReturnType<typeof useBulkRun>
