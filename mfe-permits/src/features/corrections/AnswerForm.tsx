import { longestCorrection } from '@portal/contract'
import type { Correction } from '@portal/contract'
import { FileField } from '@portal/shared-ui'
import { Box, Button, TextField, Typography } from '@portal/shared-ui/mui'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { t } from './texts.ts'

export interface Answer {
  response: string
  file: string | null
}

export interface AnswerFormProps {
  correction: Correction
  permit: string
  isBusy: boolean
  /** Why it was not saved, in a sentence. */
  failure: string | null
  onSave: (answer: Answer) => void
  onClose: () => void
}

/** The response to a comment, written where the comment stands; what was typed stays when it is refused. */
export function AnswerForm({ correction, permit, isBusy, failure, onSave, onClose }: AnswerFormProps) {
  const [response, setResponse] = useState(correction.response ?? '')
  const [file, setFile] = useState(correction.file?.pid ?? '')
  const [isTried, setTried] = useState(false)
  const isMissing = response.trim() === ''
  const save = () => {
    setTried(true)
    if (!isMissing && !isBusy) onSave({ response: response.trim(), file: file === '' ? null : file })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      save()
    }
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // The drawer would close with it.
    event.stopPropagation()
    onClose()
  }
  return (
    <Box
      component="form"
      noValidate
      aria-label={t('act', { action: t('answer'), comment: correction.text })}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      sx={{ display: 'grid', gap: 3, paddingTop: 3 }}
    >
      <TextField
        label={t('response')}
        multiline
        minRows={2}
        maxRows={10}
        autoFocus
        required
        value={response}
        error={isTried && isMissing}
        helperText={isTried && isMissing ? t('responseMissing') : t('hint')}
        onChange={({ target }) => setResponse(target.value)}
        slotProps={{ htmlInput: { maxLength: longestCorrection } }}
      />
      <FileField collection="permits" pid={permit} label={t('file')} none={t('noFile')} value={file} onChange={setFile} />
      {failure !== null && (
        <Typography role="alert" sx={{ color: 'error.main' }}>
          {failure}
        </Typography>
      )}
      <Box sx={{ display: 'flex', gap: 2 }}>
        <Button size="small" variant="contained" type="submit" aria-busy={isBusy}>
          {t('save')}
        </Button>
        <Button size="small" variant="outlined" onClick={onClose}>
          {t('cancel')}
        </Button>
      </Box>
    </Box>
  )
}
