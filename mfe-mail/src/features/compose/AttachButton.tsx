import { mdiFolderOpenOutline, mdiPaperclip } from '@mdi/js'
import { Icon } from '@portal/shared-ui'
import { Button, IconButton, Tooltip } from '@portal/shared-ui/mui'
import { useRef, useState } from 'react'
import { RecordFilesDialog } from './RecordFilesDialog.tsx'
import { t } from './texts.ts'

export interface AttachButtonProps {
  onFiles: (files: readonly File[]) => void
  onRecordFiles: (files: readonly { pid: string; name: string }[]) => void
}

/** Attaches files from this computer or from a record. */
export function AttachButton({ onFiles, onRecordFiles }: AttachButtonProps) {
  const picker = useRef<HTMLInputElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  return (
    <>
      <Button startIcon={<Icon path={mdiPaperclip} />} onClick={() => picker.current?.click()}>
        {t('attach')}
      </Button>
      <Tooltip title={t('attachRecordFiles')}>
        <IconButton aria-label={t('attachRecordFiles')} onClick={() => setChoosing(true)}>
          <Icon path={mdiFolderOpenOutline} />
        </IconButton>
      </Tooltip>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={t('attachFiles')}
        autoComplete="off"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
      {isChoosing && <RecordFilesDialog onAttach={onRecordFiles} onClose={() => setChoosing(false)} />}
    </>
  )
}
