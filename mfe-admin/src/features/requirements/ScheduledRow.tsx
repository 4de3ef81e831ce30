import type { ScheduledRequirements } from '@portal/contract'
import { FormDialog, formatDateTime, formatDay } from '@portal/shared-ui'
import { Box, Button, TableCell, TableRow, Typography } from '@portal/shared-ui/mui'
import { useMutation } from '@portal/shared-ui/query'
import { useState } from 'react'
import { Choice } from '../../parts/fields.tsx'
import { useOvertaken } from '../../parts/use-overtaken.ts'
import { DraftPermits } from './DraftPermits.tsx'
import { Lines } from './Lines.tsx'
import { formatAffectedAll } from './format-differences.ts'
import { formatChange } from './format-requirements.ts'
import { t } from './texts.ts'
import { useRuleWords } from './use-rule-words.ts'
import type { RequirementsEditing } from './use-requirements.ts'

interface ScheduledProps {
  scheduled: ScheduledRequirements
  editing: RequirementsEditing
}

/** Takes a scheduled publication back, or makes one that could not come into force the draft. */
export function WithdrawDialog({ scheduled, editing, onClose }: ScheduledProps & { onClose: () => void }) {
  const { settings, unsaved, withdraw } = editing
  const { id, from, isRefused } = scheduled
  const [kept, setKept] = useState<'keep' | 'replace'>('keep')
  const day = formatDay(from)
  const hasDraft = settings.draft !== null
  const withdrawing = useMutation({ mutationFn: () => withdraw(id, hasDraft ? kept : undefined) })
  const isGone = !(settings.scheduled ?? []).some((each) => each.id === id)
  const failure = useOvertaken({ version: settings.version, isGone }, withdrawing, t('conflict'), onClose)
  const texts = [
    isRefused ? '' : t('withdrawText'),
    hasDraft ? t('withdrawDraft') : t('withdrawToDraft'),
    unsaved.length > 0 ? t('unsavedLost') : '',
  ]
  return (
    <FormDialog
      title={t(isRefused ? 'toDraftTitle' : 'withdrawTitle', { day })}
      text={texts.filter((text) => text !== '').join(' ')}
      action={t(isRefused ? 'toDraft' : 'withdraw')}
      isBusy={withdrawing.isPending}
      failure={failure}
      onSubmit={() => withdrawing.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      {hasDraft && (
        <Choice
          label={t('keptDraft')}
          value={kept}
          options={[
            ['keep', t('keptDraft_keep')],
            ['replace', t('keptDraft_replace')],
          ]}
          onChange={setKept}
        />
      )}
    </FormDialog>
  )
}

function What({ scheduled, editing }: ScheduledProps) {
  const labels = useRuleWords()
  const { id, note, changes, affected, problems, isRefused } = scheduled
  const { settings, agencies } = editing
  return (
    <>
      {note !== null && <strong>{note}</strong>}
      {problems.length > 0 && (
        <Box sx={{ color: 'error.main' }}>
          {t(isRefused ? 'couldNot' : 'cannotBeUsed')}
          <Lines name={t('reasons')} lines={problems} />
        </Box>
      )}
      <Lines name={t('what')} lines={changes.map((change) => formatChange(agencies, change, labels))} />
      <Typography variant="h4" component="h3">
        {t('openPermits')}
      </Typography>
      <Lines name={t('openPermits')} lines={formatAffectedAll(affected, settings.openPermits, labels)} />
      {affected.length > 0 && <DraftPermits version={settings.version} scheduled={id} />}
    </>
  )
}

/** A scheduled publication in the list of versions. */
export function ScheduledRow({
  scheduled,
  editing,
  onWithdraw,
}: ScheduledProps & { onWithdraw: () => void }) {
  const { from, by, scheduledAt, affected, isRefused } = scheduled
  const day = formatDay(from)
  return (
    <TableRow sx={{ verticalAlign: 'top' }}>
      <TableCell component="th" scope="row">
        {t('from', { day })} ({t(isRefused ? 'versionRefused' : 'versionScheduled')})
      </TableCell>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>{formatDateTime(scheduledAt)}</TableCell>
      <TableCell sx={{ minWidth: 120 }}>{by?.title}</TableCell>
      <TableCell>
        <What scheduled={scheduled} editing={editing} />
      </TableCell>
      <TableCell>
        {t('wouldChange', { count: affected.reduce((sum, { count }) => sum + count, 0) })}
      </TableCell>
      <TableCell align="right" sx={{ paddingBlock: 1 }}>
        <Button
          size="small"
          variant="outlined"
          sx={{ whiteSpace: 'nowrap' }}
          aria-label={t(isRefused ? 'toDraftFor' : 'withdrawFor', { day })}
          onClick={onWithdraw}
        >
          {t(isRefused ? 'toDraft' : 'withdraw')}
        </Button>
      </TableCell>
    </TableRow>
  )
}
