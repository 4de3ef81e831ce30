import type { MadeMerge, Reference } from '@portal/contract'
import {
  ErrorPanel,
  FormDialog,
  WorkProgress,
  formatDateTime,
  refreshRecordsAndSteps,
  useShell,
} from '@portal/shared-ui'
import type { JobProgress } from '@portal/shared-ui'
import { Alert, Box, Skeleton } from '@portal/shared-ui/mui'
import { useMutation, useQuery, useQueryClient } from '@portal/shared-ui/query'
import { useState } from 'react'
import { madeMergeQuery, undoMerge } from './merge.queries.ts'
import { t } from './texts.ts'

export interface UndoMergeDialogProps {
  /** The organization that was merged into another one. */
  client: Reference
  onClose: () => void
}

/** Why this merge cannot be undone now; null if it can. */
function whyNot({ state, blockers }: MadeMerge): readonly string[] | null {
  if (state === 'running' || state === 'undoing') return [t('undoRunning')]
  return blockers.length === 0 ? null : blockers
}

/** Asks before everything goes back, and names what keeps a merge from being undone. */
export function UndoMergeDialog({ client, onClose }: UndoMergeDialogProps) {
  const shell = useShell()
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<JobProgress | null>(null)
  const undo = useMutation({
    mutationFn: () => undoMerge(client.pid, setProgress),
    onSuccess: () => {
      shell.toast({ title: t('undone', { client: client.title }) })
      onClose()
    },
    onSettled: () => refreshRecordsAndSteps(queryClient),
  })
  // Once it is being undone there is soon no merge to ask for.
  const merge = useQuery({
    ...madeMergeQuery(client.pid),
    staleTime: 0,
    enabled: undo.isIdle || undo.isError,
  })
  const made = merge.data
  const blockers = made === undefined ? null : whyNot(made)
  return (
    <FormDialog
      title={t('undoTitle', { client: client.title, other: made?.into.title ?? '…' })}
      {...(made !== undefined && {
        text: t('undoText', {
          client: client.title,
          person: made.by?.title ?? t('system'),
          at: formatDateTime(made.mergedAt),
        }),
      })}
      action={t('undoAction')}
      isBusy={undo.isPending}
      failure={undo.error === null ? null : `${t('notUndone')}. ${undo.error.message}`}
      onSubmit={() => {
        if (made !== undefined && blockers === null) undo.mutate()
      }}
      onClose={onClose}
    >
      {merge.isPending && <Skeleton animation={false} height={48} aria-label={t('loading')} />}
      {merge.isError && (
        <ErrorPanel error={merge.error} title={t('failed')} onRetry={() => void merge.refetch()} />
      )}
      {blockers !== null && !undo.isPending && (
        <Alert severity="warning">
          {t('undoBlocked')}
          <Box component="ul" sx={{ margin: 0, paddingInlineStart: 5 }}>
            {blockers.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </Box>
        </Alert>
      )}
      {undo.isPending && (
        <WorkProgress
          label={t('undoing')}
          far={(done, total) => t('far', { done, total })}
          progress={progress}
          hint={t('leave')}
        />
      )}
    </FormDialog>
  )
}
