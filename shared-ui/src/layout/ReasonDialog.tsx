import { useState } from 'react'
import type { ReactNode } from 'react'
import { TextField } from '../inputs/TextField.tsx'
import { FormDialog } from './FormDialog.tsx'
import type { FormDialogProps } from './FormDialog.tsx'
import { t } from './texts.ts'

export interface ReasonDialogProps extends Pick<
  FormDialogProps,
  'title' | 'text' | 'action' | 'isBusy' | 'failure' | 'onClose'
> {
  /** Called with the reason. */
  onReason: (reason: string) => void
  maxLength?: number
  children?: ReactNode
}

/** Asks for the reason of an action; a reason is required. */
export function ReasonDialog({ onReason, maxLength = 1_000, children, ...dialog }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const isMissing = reason.trim() === ''
  const submit = () => {
    setTried(true)
    if (!isMissing) onReason(reason.trim())
  }
  return (
    <FormDialog {...dialog} onSubmit={submit}>
      {children}
      <TextField
        label={t('reason')}
        multiline
        minRows={2}
        maxRows={8}
        autoFocus={children === undefined}
        required
        value={reason}
        error={isTried && isMissing}
        helperText={isTried && isMissing ? t('reasonMissing') : undefined}
        onChange={({ target }) => setReason(target.value)}
        slotProps={{ htmlInput: { maxLength } }}
      />
    </FormDialog>
  )
}
