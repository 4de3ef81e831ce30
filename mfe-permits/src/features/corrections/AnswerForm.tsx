import { maxCorrectionLength, recordRoot } from '@portal/contract'
import type { Correction, Reference } from '@portal/contract'
import { FileField, PickerInputs, readDropped, useFileDrop, useUpload } from '@portal/shared-ui'
import type { LocalFiles } from '@portal/shared-ui'
import { Alert, Box, Button, TextField, Typography } from '@portal/shared-ui/mui'
import { useEffect, useRef, useState } from 'react'
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
  /** Error message of the last save. */
  failure: string | null
  onSave: (result: Answer, onSaved: () => void) => void
  onClose: () => void
}

/**
 * Uploads a selected or dropped file to the permit's files; once stored, it becomes the file of the answer.
 */
function useAnswerFile(permit: string, onArrived: (file: Reference) => void) {
  const root = recordRoot('permits', permit)
  const [arriving, setArriving] = useState<string | null>(null)
  const isAwaited = useRef(false)
  const forget = () => {
    isAwaited.current = false
    setArriving(null)
  }
  const onSettled = (file: Reference | null) => {
    if (isAwaited.current && file !== null) onArrived(file)
    forget()
  }
  const upload = useUpload({ root, parentId: root, onSettled })
  // An answer has one file: of several dropped files the first is used.
  const attach = ({ files: [file] }: LocalFiles) => {
    if (file === undefined || isAwaited.current) return
    isAwaited.current = true
    setArriving(file.name)
    upload({ files: [file], folders: [], skipped: [] })
  }
  const { isOver, zone } = useFileDrop((transfer) => void readDropped(transfer).then(attach))
  return { attach, arriving, forget, isOver, zone }
}

const isSame = (one: Answer, other: Answer) => one.response === other.response && one.file === other.file

/** The response to a comment, edited below the comment. A refused save keeps the text. */
export function AnswerForm({ correction, permit, isBusy, failure, onSave, onClose }: AnswerFormProps) {
  const [response, setResponse] = useState(correction.response ?? '')
  const [chosen, setChosen] = useState(correction.file)
  const { attach, arriving, forget, isOver, zone } = useAnswerFile(permit, setChosen)
  const [isTried, setTried] = useState(false)
  const typed: Answer = { response: response.trim(), file: chosen?.pid ?? null }
  const picker = useRef<HTMLInputElement>(null)
  const latest = useRef(typed)
  useEffect(() => {
    latest.current = typed
  })
  /**
   * The answer this form started with or saved last. A different answer on the server was written by somebody
   * else.
   */
  const [known, setKnown] = useState<Answer>({
    response: correction.response ?? '',
    file: correction.file?.pid ?? null,
  })
  const theirs: Answer = { response: correction.response ?? '', file: correction.file?.pid ?? null }
  const isReplaced = !isBusy && !isSame(known, theirs)
  const isMissing = typed.response === ''
  const save = () => {
    setTried(true)
    if (isMissing || isBusy || arriving !== null) return
    onSave(typed, () => {
      setKnown(typed)
      // Text typed during the save is not saved yet, so the form stays open.
      if (isSame(latest.current, typed)) onClose()
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      save()
    }
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // Otherwise Escape would close the drawer too.
    event.stopPropagation()
    onClose()
  }
  return (
    <Box
      component="form"
      {...zone}
      noValidate
      aria-label={t('act', { action: t('answer'), comment: correction.text })}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      sx={{
        display: 'grid',
        gap: 3,
        paddingTop: 3,
        ...(isOver && { outline: '2px dashed', outlineColor: 'primary.main', outlineOffset: 2 }),
      }}
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
        slotProps={{ htmlInput: { maxLength: maxCorrectionLength } }}
      />
      <FileField
        collection="permits"
        pid={permit}
        label={t('file')}
        none={t('noFile')}
        value={chosen?.pid ?? ''}
        chosen={chosen}
        onChange={(pid, title) => setChosen(pid === '' ? null : { pid, title })}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <PickerInputs filesRef={picker} onChosen={attach} />
        <Button
          size="small"
          variant="outlined"
          aria-busy={arriving !== null}
          onClick={() => arriving === null && picker.current?.click()}
        >
          {t('upload')}
        </Button>
        <Typography role="status" sx={{ color: 'text.secondary', minWidth: 0, overflowWrap: 'anywhere' }}>
          {isOver ? t('dropHere') : arriving === null ? t('uploadHint') : t('arriving', { name: arriving })}
        </Typography>
        {arriving !== null && (
          <Button size="small" onClick={forget}>
            {t('forget')}
          </Button>
        )}
      </Box>
      {isTried && arriving !== null && (
        <Typography role="alert" sx={{ color: 'error.main' }}>
          {t('stillArriving')}
        </Typography>
      )}
      {isReplaced && (
        <Alert severity="warning" sx={{ overflowWrap: 'anywhere' }}>
          {t('replaced', { response: theirs.response, file: correction.file?.title ?? t('noFile') })}
        </Alert>
      )}
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
