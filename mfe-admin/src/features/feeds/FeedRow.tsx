import type { AuthoritySource } from '@portal/contract/authority-feeds'
import { Row, StatusChip, downloadAfterProof, formatDateTime, useShell } from '@portal/shared-ui'
import { Alert, Box, Button, Typography } from '@portal/shared-ui/mui'
import { useId } from 'react'
import { resultText } from './result-text.ts'
import { t } from './texts.ts'

const marks = {
  waiting: { colour: 'grey', symbol: 'clock' },
  running: { colour: 'green', symbol: 'check' },
  failing: { colour: 'amber', symbol: 'refresh' },
  stopped: { colour: 'red', symbol: 'alert' },
  off: { colour: 'slate', symbol: 'pause' },
} as const

function factsOf({ address, dataset, lastRun, refreshedAt, nextRunAt }: AuthoritySource): string[] {
  return [
    [new URL(address).host, dataset].filter((part) => part !== null).join(' '),
    ...(refreshedAt === null ? [] : [t('refreshedAt', { at: formatDateTime(refreshedAt) })]),
    ...(lastRun === null
      ? []
      : [t('readAt', { at: formatDateTime(lastRun.finishedAt) }), resultText(lastRun.result)]),
    ...(nextRunAt === null ? [] : [t('nextAt', { at: formatDateTime(nextRunAt) })]),
  ]
}

export interface FeedActions {
  onRun: () => void
  onChange: () => void
  onRuns: () => void
  onSwitch: () => void
  onDelete: () => void
  onRelease: () => void
  onDismiss: () => void
}

interface FeedRowProps extends FeedActions {
  source: AuthoritySource
  isBusy: boolean
}

/** A feed with its state, what needs a person, and its actions. */
export function FeedRow({ source, isBusy, ...on }: FeedRowProps) {
  const id = useId()
  const shell = useShell()
  const exportObservations = () =>
    downloadAfterProof(`/api/export/observations?source=${source.pid}`).catch((error: unknown) =>
      shell.toast({
        title: t('exportFailed'),
        description: error instanceof Error ? error.message : '',
        colour: 'red',
      }),
    )
  const { authority, state, problem, unknownStatuses, held, isStale, isActive } = source
  const words = unknownStatuses
    .map(({ status }) => (status === '' ? t('emptyWord') : `“${status}”`))
    .join(', ')
  const button = (text: string, onClick: () => void) => (
    <Button
      key={text}
      size="small"
      variant="outlined"
      aria-describedby={id}
      disabled={isBusy}
      onClick={onClick}
    >
      {text}
    </Button>
  )
  return (
    <Row
      titleId={id}
      title={authority.title}
      mark={<StatusChip label={t(`state_${state}`)} {...marks[state]} />}
      facts={factsOf(source)}
      note={
        <>
          {problem !== null && <Typography sx={{ color: 'error.main', paddingTop: 1 }}>{problem}</Typography>}
          {isStale && <Typography sx={{ paddingTop: 1 }}>{t('stale')}</Typography>}
          {unknownStatuses.length > 0 && (
            <Typography sx={{ paddingTop: 1, overflowWrap: 'anywhere' }}>
              {t('unknown', { count: unknownStatuses.length, words })}
            </Typography>
          )}
          {held > 0 && (
            <Alert severity="warning" sx={{ marginTop: 2 }}>
              {t('held', { count: held })}
              <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, paddingTop: 2 }}>
                {button(t('release'), on.onRelease)}
                {button(t('dismissHeld'), on.onDismiss)}
              </Box>
            </Alert>
          )}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, paddingTop: 2 }}>
            {button(t('runNow'), on.onRun)}
            {button(t('changeAction'), on.onChange)}
            {button(t('runs'), on.onRuns)}
            {button(t('exportObservations'), () => void exportObservations())}
            {button(isActive ? t('switchOff') : t('switchOn'), on.onSwitch)}
            {button(t('delete'), on.onDelete)}
          </Box>
        </>
      }
    />
  )
}
