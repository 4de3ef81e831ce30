import type { RequirementsSettings, ScheduledRequirements } from '@portal/contract'
import { FormDialog, formatDateTime, formatNumber } from '@portal/shared-ui'
import { Box, Button, TableCell, TableRow, Typography } from '@portal/shared-ui/mui'
import { useMutation } from '@portal/shared-ui/query'
import { useState } from 'react'
import { Lines } from './Lines.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { NoteField } from '../../parts/NoteField.tsx'
import { ScheduledRow, WithdrawDialog } from './ScheduledRow.tsx'
import { formatChange } from './format-requirements.ts'
import { replacedLater } from './scheduled.ts'
import { WideTable } from '../../parts/WideTable.tsx'
import { useOvertaken } from '../../parts/use-overtaken.ts'
import { t } from './texts.ts'
import type { RequirementsEditing } from './use-requirements.ts'
import { useRuleWords } from './use-rule-words.ts'

type Version = RequirementsSettings['versions'][number]

function RevertDialog({
  editing: { settings, revert },
  number,
  onClose,
}: {
  editing: RequirementsEditing
  number: number
  onClose: () => void
}) {
  const [note, setNote] = useState('')
  const reverting = useMutation({ mutationFn: () => revert(number, note) })
  const failure = useOvertaken(settings, reverting, t('conflict'), onClose)
  const later = replacedLater(settings, settings.today ?? '')
  return (
    <FormDialog
      title={t('revertTitle', { number })}
      text={[t('revertText'), later].filter((text) => text !== null).join(' ')}
      action={t('revert')}
      isBusy={reverting.isPending}
      failure={failure}
      onSubmit={() => reverting.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <NoteField label={t('note')} value={note} onChange={setNote} />
    </FormDialog>
  )
}

function What({ version, editing }: { version: Version; editing: RequirementsEditing }) {
  const labels = useRuleWords()
  const { number, note, revertedTo, changes } = version
  const lines = [
    ...(number === 0 ? [t('whatFirst')] : []),
    ...(revertedTo === null ? [] : [t('revertsTo', { number: revertedTo })]),
    ...changes.map((change) => formatChange(editing.agencies, change, labels)),
  ]
  return (
    <>
      {note !== null && <strong>{note}</strong>}
      <Lines name={t('what')} lines={lines} />
    </>
  )
}

/**
 * Scheduled publications, which can be withdrawn, and all others, newest first, with the open permits that
 * keep each; an earlier one can be used again.
 */
export function RequirementVersions({ editing }: { editing: RequirementsEditing }) {
  const { settings } = editing
  const { scheduled = [] } = settings
  const [reverting, setReverting] = useState<number | null>(null)
  const [withdrawing, setWithdrawing] = useState<ScheduledRequirements | null>(null)
  const [isMoving, setMoving] = useState(false)
  const head = [t('version'), t('when'), t('who'), t('what'), t('openPermits')]
  const elsewhere = settings.versions.reduce(
    (sum, { number, openPermits }) => sum + (number === settings.published ? 0 : openPermits),
    0,
  )
  return (
    <>
      {(elsewhere > 0 || isMoving) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <Typography sx={{ flex: '1 1 240px' }}>{t('elsewhere', { count: elsewhere })}</Typography>
          <Button variant="outlined" onClick={() => setMoving(true)}>
            {t('moveOpen')}
          </Button>
        </Box>
      )}
      <WideTable name={t('versions')} head={head}>
        {scheduled.map((each) => (
          <ScheduledRow
            key={`scheduled ${each.id}`}
            scheduled={each}
            editing={editing}
            onWithdraw={() => setWithdrawing(each)}
          />
        ))}
        {settings.versions.map((version) => {
          const { number, at, by, openPermits } = version
          const isInForce = number === settings.published
          return (
            <TableRow key={number} sx={{ verticalAlign: 'top' }}>
              <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
                {number} ({isInForce ? t('versionNow') : t('versionOld')})
              </TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>
                {at === null ? t('versionFirst') : formatDateTime(at)}
              </TableCell>
              <TableCell sx={{ minWidth: 120 }}>{by?.title}</TableCell>
              <TableCell>
                <What version={version} editing={editing} />
              </TableCell>
              <TableCell>{formatNumber(openPermits)}</TableCell>
              <TableCell align="right" sx={{ paddingBlock: 1 }}>
                {!isInForce && (
                  <Button
                    size="small"
                    variant="outlined"
                    sx={{ whiteSpace: 'nowrap' }}
                    aria-label={t('revertVersion', { number })}
                    onClick={() => setReverting(number)}
                  >
                    {t('revert')}
                  </Button>
                )}
              </TableCell>
            </TableRow>
          )
        })}
      </WideTable>
      {isMoving && <MoveDialog number={settings.published} onClose={() => setMoving(false)} />}
      {withdrawing !== null && (
        <WithdrawDialog scheduled={withdrawing} editing={editing} onClose={() => setWithdrawing(null)} />
      )}
      {reverting !== null && (
        <RevertDialog editing={editing} number={reverting} onClose={() => setReverting(null)} />
      )}
    </>
  )
}
