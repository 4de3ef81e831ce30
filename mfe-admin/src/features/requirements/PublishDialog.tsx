import { addDays, maxScheduledDays } from '@portal/contract'
import { FormDialog, formatDay } from '@portal/shared-ui'
import { TextField, Typography } from '@portal/shared-ui/mui'
import { useMutation } from '@portal/shared-ui/query'
import { useState } from 'react'
import { DraftPermits } from './DraftPermits.tsx'
import { Lines } from './Lines.tsx'
import { NoteField } from '../../parts/NoteField.tsx'
import { useOvertaken } from '../../parts/use-overtaken.ts'
import { formatAffectedAll } from './format-differences.ts'
import { formatChange } from './format-requirements.ts'
import { changesFrom, dayProblem, replacedLater } from './scheduled.ts'
import { t } from './texts.ts'
import { useRuleWords } from './use-rule-words.ts'
import type { RequirementsEditing } from './use-requirements.ts'

interface DayProps {
  value: string
  today: string
  problem: string | null
  onChange: (day: string) => void
}

/** The day with which the draft comes into force. */
function FromDay({ value, today, problem, onChange }: DayProps) {
  return (
    <TextField
      type="date"
      label={t('fromDay')}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={problem !== null}
      helperText={problem ?? t('fromDayHint')}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { min: today, max: addDays(today, maxScheduledDays) },
      }}
      sx={{ maxWidth: 360 }}
    />
  )
}

/**
 * Publishes the draft, at once or from a later day. Shows before what it changes, and what it would mean for
 * open permits.
 */
export function PublishRequirementsDialog({
  editing,
  onClose,
}: {
  editing: RequirementsEditing
  onClose: () => void
}) {
  const { settings, agencies, publish } = editing
  const labels = useRuleWords()
  const [note, setNote] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const publishing = useMutation({ mutationFn: (from: string | null) => publish(note, from) })
  const asked = { version: settings.version, isGone: settings.draft === null }
  const failure = useOvertaken(asked, publishing, t('conflict'), onClose)
  const { draft, openPermits, today } = settings
  if (draft === null) return null
  const day = chosen ?? today ?? ''
  // A server of the last release publishes at once only.
  const problem = today === undefined ? null : dayProblem(day, today)
  const isLater = problem === null && today !== undefined && day > today
  const { changes, since } = changesFrom(settings, day)
  const later = problem === null ? replacedLater(settings, day) : null
  return (
    <FormDialog
      wide
      title={t('publishTitle')}
      text={isLater ? t('publishLaterText', { day: formatDay(day) }) : t('publishText')}
      action={isLater ? t('schedule') : t('publish')}
      isBusy={publishing.isPending}
      failure={failure}
      onSubmit={() => {
        if (problem === null) publishing.mutate(isLater ? day : null, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      {today !== undefined && <FromDay value={day} today={today} problem={problem} onChange={setChosen} />}
      {later !== null && <Typography role="status">{later}</Typography>}
      <div>
        <Typography variant="h4" component="h3">
          {t('openPermits')}
        </Typography>
        <Lines name={t('openPermits')} lines={formatAffectedAll(draft.affected, openPermits, labels)} />
        {draft.affected.length > 0 && <DraftPermits version={settings.version} />}
      </div>
      <div>
        <Typography variant="h4" component="h3">
          {since === undefined ? t('what') : t('whatSince', { day: formatDay(since.from) })}
        </Typography>
        <Lines name={t('what')} lines={changes.map((change) => formatChange(agencies, change, labels))} />
      </div>
      <NoteField label={t('note')} value={note} onChange={setNote} />
    </FormDialog>
  )
}
