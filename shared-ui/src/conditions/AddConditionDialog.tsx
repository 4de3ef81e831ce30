import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { conditionKinds, conditionSeverities, screenLabel } from '@portal/contract'
import type { ConditionOwner, Conditions } from '@portal/contract'
import { DayField } from '../inputs/DayField.tsx'
import { TextField } from '../inputs/TextField.tsx'
import { FormDialog } from '../layout/FormDialog.tsx'
import type { NewCondition } from './conditions.queries.ts'
import { t } from './texts.ts'

export interface AddConditionDialogProps {
  collection: ConditionOwner
  library: Conditions['library']
  isBusy: boolean
  failure: string | null
  onAdd: (condition: NewCondition) => void
  onClose: () => void
}

const oneOf = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text)

/**
 * Adds a condition, either free text or one from the library for permits of this type or for organizations.
 */
export function AddConditionDialog({
  collection,
  library,
  isBusy,
  failure,
  onAdd,
  onClose,
}: AddConditionDialogProps) {
  const [text, setText] = useState('')
  const [kind, setKind] = useState<(typeof conditionKinds)[number]>(
    collection === 'orgs' ? 'PRIOR_TO_SUBMIT' : 'PRIOR_TO_ISSUE',
  )
  const [severity, setSeverity] = useState<(typeof conditionSeverities)[number]>('REQUIRED')
  const [dueDate, setDueDate] = useState('')
  const [isTried, setTried] = useState(false)
  const isMissing = text.trim() === ''
  const submit = () => {
    setTried(true)
    if (!isMissing) onAdd({ text: text.trim(), kind, severity, dueDate: dueDate === '' ? null : dueDate })
  }
  return (
    <FormDialog
      title={t('add')}
      {...(collection === 'orgs' && { text: t('countsForAll') })}
      action={t('add')}
      isBusy={isBusy}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Box component="section" aria-label={t('library')}>
        <Typography component="h3" variant="h3">
          {t('library')}
        </Typography>
        {library.length === 0 && (
          <Typography sx={{ color: 'text.secondary', paddingTop: 2 }}>
            {t(`libraryEmpty_${collection}`)}
          </Typography>
        )}
        <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {library.map((entry) => (
            <Box
              component="li"
              key={entry.code}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 3,
                paddingBlock: 2,
                borderBottom: 1,
                borderColor: 'divider',
              }}
            >
              <Box sx={{ flexGrow: 1 }}>
                {screenLabel(entry.text)}
                <Box sx={{ color: 'text.secondary', fontSize: 'caption.fontSize' }}>
                  {`${t(`kind_${entry.kind}`)} · ${t(`severity_${entry.severity}`)}`}
                </Box>
              </Box>
              <Button
                size="small"
                variant="outlined"
                disabled={isBusy}
                sx={{ flex: 'none' }}
                aria-label={t('act', { action: t('addOne'), condition: screenLabel(entry.text) })}
                onClick={() => onAdd({ code: entry.code })}
              >
                {t('addOne')}
              </Button>
            </Box>
          ))}
        </Box>
      </Box>
      <Typography component="h3" variant="h3">
        {t('own')}
      </Typography>
      <TextField
        label={t('text')}
        multiline
        minRows={2}
        maxRows={8}
        required
        value={text}
        error={isTried && isMissing}
        helperText={isTried && isMissing ? t('textMissing') : undefined}
        onChange={({ target }) => setText(target.value)}
        slotProps={{ htmlInput: { maxLength: 2_000 } }}
      />
      <TextField
        select
        label={t('kind')}
        value={kind}
        onChange={({ target }) => setKind(oneOf(conditionKinds, target.value) ?? kind)}
      >
        {conditionKinds.map((code) => (
          <MenuItem key={code} value={code}>
            {t(`kind_${code}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label={t('severity')}
        value={severity}
        onChange={({ target }) => setSeverity(oneOf(conditionSeverities, target.value) ?? severity)}
      >
        {conditionSeverities.map((code) => (
          <MenuItem key={code} value={code}>
            {t(`severity_${code}`)}
          </MenuItem>
        ))}
      </TextField>
      <DayField label={t('dueDate')} value={dueDate} onChange={setDueDate} />
    </FormDialog>
  )
}
