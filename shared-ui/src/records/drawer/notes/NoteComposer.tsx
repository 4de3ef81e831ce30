import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { MentionField } from './MentionField.tsx'
import type { NoteTarget } from './MentionField.tsx'
import { t } from '../texts.ts'

export interface NoteComposerProps {
  label: string
  button: string
  target: NoteTarget
  /** The note as it is stored. */
  text: string
  isBusy: boolean
  autoFocus?: boolean
  onText: (text: string) => void
  onSave: () => void
  onCancel?: () => void
}

/** The editor of a note. Ctrl Enter saves it; `@` mentions a person. */
export function NoteComposer({
  label,
  button,
  target,
  text,
  isBusy,
  autoFocus = false,
  onText,
  onSave,
  onCancel,
}: NoteComposerProps) {
  const [isEmpty, setEmpty] = useState(false)
  const save = () => {
    setEmpty(text.trim() === '')
    if (text.trim() !== '' && !isBusy) onSave()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
  }
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, maxWidth: '72ch' }}>
      <MentionField
        label={label}
        target={target}
        note={text}
        autoFocus={autoFocus}
        error={isEmpty && text.trim() === ''}
        helperText={isEmpty && text.trim() === '' ? t('emptyNote') : t('mentionHint')}
        onNote={onText}
        onKeyDown={onKeyDown}
      />
      <Box sx={{ display: 'flex', gap: 2 }}>
        <Button variant="contained" aria-busy={isBusy} onClick={save}>
          {button}
        </Button>
        {onCancel !== undefined && (
          <Button variant="outlined" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
      </Box>
    </Box>
  )
}
