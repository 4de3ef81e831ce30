import { scheduledTaskNames } from '@portal/contract'
import type { ScheduledTaskState } from '@portal/contract'
import {
  EmptyState,
  ErrorPanel,
  Row,
  Rows,
  SkeletonTable,
  StatusChip,
  formatDateTime,
  useChange,
} from '@portal/shared-ui'
import { Box, Button, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useId } from 'react'
import { backgroundKey, runTask, tasksQuery } from './background.queries.ts'
import { formatElapsed } from './format-elapsed.ts'
import { t } from './texts.ts'

const knownName = (name: string) => scheduledTaskNames.find((scheduledTaskName) => scheduledTaskName === name)

function Mark({ task: { runningSince, isRequested, last } }: { task: ScheduledTaskState }) {
  if (runningSince !== null) return <StatusChip label={t('task_running')} colour="blue" symbol="refresh" />
  if (isRequested) return <StatusChip label={t('task_requested')} colour="blue" symbol="clock" />
  if (last === null) return <StatusChip label={t('task_new')} colour="grey" symbol="clock" />
  return last.error === null ? (
    <StatusChip label={t('task_done')} colour="green" symbol="check" />
  ) : (
    <StatusChip label={t('task_failed')} colour="red" symbol="alert" />
  )
}

function factsOf({ place, everyMs, last, nextRunAt, runningSince, failures }: ScheduledTaskState): string[] {
  const items = Object.values(last?.counts ?? {}).reduce((sum, count) => sum + count, 0)
  return [
    t('every', { time: formatElapsed(everyMs) }),
    ...(last === null
      ? []
      : [
          t('lastRun', { at: formatDateTime(last.startedAt) }),
          t('took', { time: formatElapsed(last.durationMs) }),
          last.error === null ? t('items', { count: items }) : t('failures', { count: failures }),
        ]),
    ...(runningSince === null ? [t('nextRun', { at: formatDateTime(nextRunAt) })] : []),
    ...(place === null ? [] : [t('onServer', { place })]),
  ]
}

function TaskRow({ task, isBusy, onRun }: { task: ScheduledTaskState; isBusy: boolean; onRun: () => void }) {
  const id = useId()
  const name = knownName(task.name)
  const error = task.last?.error ?? null
  return (
    <Row
      titleId={id}
      title={name === undefined ? task.name : t(`task_${name}`)}
      mark={<Mark task={task} />}
      facts={factsOf(task)}
      note={
        <>
          {name !== undefined && (
            <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
              {t(`taskHint_${name}`)}
            </Typography>
          )}
          {error !== null && (
            <Typography sx={{ paddingTop: 1, color: 'error.main', overflowWrap: 'anywhere' }}>
              {error}
            </Typography>
          )}
        </>
      }
    >
      <Button
        size="small"
        variant="outlined"
        aria-describedby={id}
        disabled={isBusy || task.isRequested}
        onClick={onRun}
      >
        {t('runNow')}
      </Button>
    </Row>
  )
}

/** The scheduled tasks of the portal with their last and next runs. */
export function Tasks() {
  const { data, error, refetch } = useQuery(tasksQuery())
  const run = useChange(
    runTask,
    { stale: [backgroundKey], failed: t('notRequested') },
    { done: t('requested') },
  )
  if (data === undefined && error !== null)
    return <ErrorPanel error={error} title={t('tasksFailed')} onRetry={() => void refetch()} />
  if (data === undefined)
    return (
      <Box role="status" aria-label={t('tasksLoading')}>
        <SkeletonTable widths={[320, 240, 160]} rows={6} />
      </Box>
    )
  if (data.tasks.length === 0) return <EmptyState title={t('noTasks')} text={t('noTasksText')} />
  return (
    <Rows label={t('tasks')}>
      {data.tasks.map((task) => (
        <TaskRow
          key={`${task.name} ${task.place ?? ''}`}
          task={task}
          isBusy={run.isPending && run.variables === task.name}
          onRun={() => run.mutate(task.name)}
        />
      ))}
    </Rows>
  )
}
