import type { RequirementsSettings } from '@portal/contract'
import { FormDialog, formatDateTime, formatNumber } from '@portal/shared-ui'
import { Box, Button, TableCell, TableRow, TextField, Typography } from '@portal/shared-ui/mui'
import { useState } from 'react'
import { DraftPermits } from './DraftPermits.tsx'
import { Lines } from './Lines.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { formatAffected } from './format-differences.ts'
import { formatChange } from './format-requirements.ts'
import { WideTable } from '../../parts/WideTable.tsx'
import { t } from './texts.ts'
import type { RequirementsEditing } from './use-requirements.ts'
import { useRuleWords } from './use-rule-words.ts'

type Version = RequirementsSettings['versions'][number]
function Note({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextField
      label={t('note')}
      size="small"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ htmlInput: { maxLength: 500 } }}
    />
  )
}

/** Shows the changes, and what they would mean for open permits, before the draft is published. */
export function PublishRequirementsDialog({
  editing,
  onClose,
}: {
  editing: RequirementsEditing
  onClose: () => void
}) {
  const { settings, agencies, isBusy, failure, publish } = editing
  const labels = useRuleWords()
  const [note, setNote] = useState('')
  const { draft, openPermits } = settings
  if (draft === null) return null
  const affected =
    draft.affected.length === 0
      ? [openPermits === 0 ? t('affectedNone_zero') : t('affectedNone', { count: openPermits })]
      : draft.affected.map((each) => formatAffected(each, openPermits, labels))
  return (
    <FormDialog
      wide
      title={t('publishTitle')}
      text={t('publishText')}
      action={t('publish')}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => publish(note)}
      onClose={onClose}
    >
      <div>
        <Typography variant="h4" component="h3">
          {t('openPermits')}
        </Typography>
        <Lines name={t('openPermits')} lines={affected} />
        {draft.affected.length > 0 && <DraftPermits version={settings.version} />}
      </div>
      <div>
        <Typography variant="h4" component="h3">
          {t('what')}
        </Typography>
        <Lines
          name={t('what')}
          lines={draft.changes.map((change) => formatChange(agencies, change, labels))}
        />
      </div>
      <Note value={note} onChange={setNote} />
    </FormDialog>
  )
}

function RevertDialog({
  editing: { isBusy, failure, revert },
  number,
  onClose,
}: {
  editing: RequirementsEditing
  number: number
  onClose: () => void
}) {
  const [note, setNote] = useState('')
  return (
    <FormDialog
      title={t('revertTitle', { number })}
      text={t('revertText')}
      action={t('revert')}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => revert(number, note)}
      onClose={onClose}
    >
      <Note value={note} onChange={setNote} />
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

/** All publications, newest first, with the open permits that keep each; an earlier one can be used again. */
export function RequirementVersions({ editing }: { editing: RequirementsEditing }) {
  const { settings } = editing
  const [reverting, setReverting] = useState<{ number: number; from: number } | null>(null)
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
                    onClick={() => setReverting({ number, from: settings.published })}
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
      {reverting !== null && reverting.from === settings.published && (
        <RevertDialog editing={editing} number={reverting.number} onClose={() => setReverting(null)} />
      )}
    </>
  )
}
