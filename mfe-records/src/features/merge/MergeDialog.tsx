import type { MergeChoice, Reference } from '@portal/contract'
import {
  ErrorPanel,
  FormDialog,
  ReferencePicker,
  WorkProgress,
  refreshRecordsAndSteps,
  useShell,
} from '@portal/shared-ui'
import type { JobProgress } from '@portal/shared-ui'
import { Box, Skeleton, Typography } from '@portal/shared-ui/mui'
import { useMutation, useQuery, useQueryClient } from '@portal/shared-ui/query'
import { useId, useState } from 'react'
import { MergePlan } from './MergePlan.tsx'
import { mergeInto, previewQuery } from './merge.queries.ts'
import { t } from './texts.ts'

export interface MergeDialogProps {
  /** The organization that is merged into another one. */
  client: Reference
  onClose: () => void
}

/** Chooses the surviving organization, shows what moves, and merges. */
export function MergeDialog({ client, onClose }: MergeDialogProps) {
  const id = useId()
  const shell = useShell()
  const queryClient = useQueryClient()
  const [into, setInto] = useState<Reference | null>(null)
  const [choices, setChoices] = useState<Readonly<Record<string, MergeChoice>>>({})
  const [progress, setProgress] = useState<JobProgress | null>(null)
  const preview = useQuery(previewQuery(client.pid, into?.pid ?? null))
  const merge = useMutation({
    mutationFn: (pid: string) => mergeInto(client.pid, { into: pid, fields: choices }, setProgress),
    onSuccess: () => {
      shell.toast({ title: t('done', { client: client.title, other: into?.title ?? '' }) })
      onClose()
    },
    onSettled: () => refreshRecordsAndSteps(queryClient),
  })
  const plan = into === null ? undefined : preview.data
  const isBlocked = plan === undefined || plan.blockers.length > 0
  return (
    <FormDialog
      wide
      title={t('title', { client: client.title })}
      text={t('text', { client: client.title })}
      action={t('action')}
      isBusy={merge.isPending}
      failure={merge.error === null ? null : `${t('notMerged')}. ${merge.error.message}`}
      onSubmit={() => {
        if (into !== null && !isBlocked) merge.mutate(into.pid)
      }}
      onClose={onClose}
    >
      {merge.isPending ? (
        <WorkProgress
          label={t('working')}
          far={(done, total) => t('far', { done, total })}
          progress={progress}
          hint={t('leave')}
        />
      ) : (
        <>
          <Box>
            <Typography id={id} component="label" variant="caption" sx={{ color: 'text.secondary' }}>
              {t('into')}
            </Typography>
            <ReferencePicker
              to="orgs"
              value={into}
              without={client.pid}
              autoFocus
              named={{ 'aria-labelledby': id, 'aria-required': true }}
              onChange={(value) => {
                setInto(value)
                setChoices({})
              }}
            />
          </Box>
          {into !== null && preview.isPending && (
            <Skeleton animation={false} height={160} aria-label={t('loading')} />
          )}
          {into !== null && preview.isError && (
            <ErrorPanel error={preview.error} title={t('failed')} onRetry={() => void preview.refetch()} />
          )}
          {plan !== undefined && (
            <MergePlan
              plan={plan}
              choices={choices}
              onChoice={(field, choice) => setChoices({ ...choices, [field]: choice })}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
