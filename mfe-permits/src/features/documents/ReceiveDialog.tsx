import { useState } from 'react'
import type { ChecklistItem } from '@portal/contract'
import { FileField, FormDialog } from '@portal/shared-ui'
import type { FormDialogProps } from '@portal/shared-ui'
import { Box, Button, FormControlLabel, Radio, TextField, Typography } from '@portal/shared-ui/mui'
import type { DocumentState } from './package.queries.ts'
import { t } from './texts.ts'

const choices = ['upload', 'existing', 'paper'] as const
type Choice = (typeof choices)[number]

export interface ReceiveDialogProps extends Pick<
  FormDialogProps,
  'title' | 'action' | 'isBusy' | 'failure' | 'onClose'
> {
  permit: string
  /** The new state of the document. */
  state: Extract<ChecklistItem['state'], 'RECEIVED' | 'VERIFIED'>
  onSet: (body: DocumentState) => void
  /** Uploads a file from this computer first. */
  onUpload: (file: File) => void
}

/**
 * Asks how a document was received: as a new file, a file of the permit, or on paper. Source: contract.md
 * 11.3.
 */
export function ReceiveDialog({ permit, state, onSet, onUpload, ...dialog }: ReceiveDialogProps) {
  const [choice, setChoice] = useState<Choice>('upload')
  const [chosen, setChosen] = useState<File | null>(null)
  const [file, setFile] = useState('')
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const isMissing = (choice === 'upload' && chosen === null) || (choice === 'existing' && file === '')
  const submit = () => {
    setTried(true)
    if (isMissing) return
    if (choice === 'upload' && chosen !== null) onUpload(chosen)
    if (choice === 'existing') onSet({ state, file })
    if (choice === 'paper')
      onSet({ state, onPaper: true, ...(note.trim() !== '' && { reason: note.trim() }) })
  }
  return (
    <FormDialog {...dialog} onSubmit={submit}>
      <Box component="fieldset" sx={{ margin: 0, padding: 0, border: 0, display: 'grid', gap: 1 }}>
        <Box component="legend" sx={{ padding: 0, paddingBottom: 1, color: 'text.secondary' }}>
          {t('howItIsHere')}
        </Box>
        {choices.map((each) => (
          <FormControlLabel
            key={each}
            label={t(`way_${each}`)}
            control={
              <Radio name="way" value={each} checked={choice === each} onChange={() => setChoice(each)} />
            }
          />
        ))}
      </Box>
      {choice === 'upload' && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
          <Button component="label" role={undefined} tabIndex={-1} variant="outlined">
            {t('chooseFile')}
            <Box
              component="input"
              type="file"
              aria-label={t('chooseFile')}
              autoComplete="off"
              onChange={({ currentTarget }: { currentTarget: HTMLInputElement }) =>
                setChosen(currentTarget.files?.[0] ?? null)
              }
              sx={{ position: 'absolute', inset: 0, opacity: 0, cursor: 'pointer' }}
            />
          </Button>
          <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <bdi>{chosen?.name ?? t('noFileChosen')}</bdi>
          </Box>
        </Box>
      )}
      {choice === 'existing' && (
        <FileField
          collection="permits"
          pid={permit}
          label={t('file')}
          none={t('noFileChosen')}
          value={file}
          onChange={setFile}
        />
      )}
      {choice === 'paper' && (
        <TextField
          label={t('note')}
          multiline
          minRows={2}
          value={note}
          helperText={t('noteHint')}
          onChange={({ target }) => setNote(target.value)}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      )}
      {isTried && isMissing && (
        <Typography role="alert" sx={{ color: 'error.main' }}>
          {t('fileMissing')}
        </Typography>
      )}
    </FormDialog>
  )
}
