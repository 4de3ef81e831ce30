import { CollectionName } from '@portal/contract'
import type { BackgroundJob } from '@portal/contract'
import { Row, StatusChip, formatDateTime } from '@portal/shared-ui'
import { Button, LinearProgress, Typography } from '@portal/shared-ui/mui'
import { useId } from 'react'
import { collectionLabel } from '../../words/names.ts'
import { formatElapsed } from './format-elapsed.ts'
import { t } from './texts.ts'

const kinds = [
  'authority-feed',
  'bulk-update',
  'bulk-delete',
  'import',
  'import-check',
  'undo',
  'undo-import',
  'handover',
  'undo-handover',
  'merge-orgs',
  'undo-merge',
  'move-requirements',
] as const
const marks = {
  running: { colour: 'blue', symbol: 'refresh' },
  queued: { colour: 'grey', symbol: 'clock' },
  failed: { colour: 'red', symbol: 'alert' },
  canceled: { colour: 'slate', symbol: 'cross' },
  done: { colour: 'green', symbol: 'check' },
} as const

/** What a job does, and to which records. */
export function jobTitle({ kind, collection }: BackgroundJob): string {
  const known = kinds.find((each) => each === kind)
  const name = CollectionName.safeParse(collection)
  return t('jobTitle', {
    kind: known === undefined ? kind : t(`kind_${known}`),
    collection: name.success ? collectionLabel(name.data) : collection,
  })
}

function timeOf({ state, createdAt, startedAt, elapsedMs }: BackgroundJob): string[] {
  if (startedAt === null || elapsedMs === null) return [t('waitsSince', { at: formatDateTime(createdAt) })]
  const time = formatElapsed(elapsedMs)
  return [
    t('startedAt', { at: formatDateTime(startedAt) }),
    t(state === 'running' || state === 'queued' ? 'runsFor' : 'took', { time }),
  ]
}

function factsOf(job: BackgroundJob): string[] {
  const { owner, state, done, total, attempts, canceledBy } = job
  return [
    ...(owner === null ? [] : [t('byPerson', { name: owner.title })]),
    state === 'done' ? t('allRows', { count: total }) : t('rows', { done, count: total }),
    ...timeOf(job),
    ...(attempts > 0 ? [t('attempts', { count: attempts })] : []),
    ...(canceledBy === null ? [] : [t('canceledBy', { name: canceledBy.title })]),
  ]
}

/** One job with its progress, and what an administrator can do about it. */
export function JobRow({
  job,
  isBusy,
  onCancel,
  onRetry,
}: {
  job: BackgroundJob
  isBusy: boolean
  onCancel: () => void
  onRetry: () => void
}) {
  const id = useId()
  const { state, done, total, detail, canRetry } = job
  const isOpen = state === 'running' || state === 'queued'
  return (
    <Row
      titleId={id}
      title={jobTitle(job)}
      mark={<StatusChip label={t(`mark_${state}`)} {...marks[state]} />}
      facts={factsOf(job)}
      note={
        <>
          {state === 'running' && (
            <LinearProgress
              variant="determinate"
              value={total === 0 ? 0 : Math.min(100, (done / total) * 100)}
              aria-label={t('progress')}
              sx={{ marginTop: 2, maxWidth: 480 }}
            />
          )}
          {detail !== null && (
            <Typography
              sx={{
                paddingTop: 1,
                overflowWrap: 'anywhere',
                ...(state === 'failed' && { color: 'error.main' }),
              }}
            >
              {detail}
            </Typography>
          )}
        </>
      }
    >
      {isOpen && (
        <Button
          size="small"
          variant="outlined"
          color="error"
          aria-describedby={id}
          disabled={isBusy}
          onClick={onCancel}
        >
          {t('cancelJob')}
        </Button>
      )}
      {canRetry && (
        <Button size="small" variant="outlined" aria-describedby={id} disabled={isBusy} onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </Row>
  )
}
