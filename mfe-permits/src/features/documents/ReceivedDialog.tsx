import { FileField, FormDialog } from '@portal/shared-ui'
import type { FormDialogProps } from '@portal/shared-ui'
import { useState } from 'react'
import { t } from './texts.ts'

export interface ReceivedDialogProps extends Pick<FormDialogProps, 'title' | 'action' | 'isBusy' | 'failure' | 'onClose'> {
  permit: string
  onReceived: (file: string | null) => void
}

/** Says that a document has come, and which file of the permit it is. */
export function ReceivedDialog({ permit, onReceived, ...dialog }: ReceivedDialogProps) {
  const [file, setFile] = useState('')
  return (
    <FormDialog {...dialog} onSubmit={() => onReceived(file === '' ? null : file)}>
      <FileField collection="permits" pid={permit} label={t('file')} none={t('noFile')} value={file} onChange={setFile} />
    </FormDialog>
  )
}
