import type { MailMessage } from '@portal/contract'
import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
} from '@portal/shared-ui/mui'
import { useId, useState } from 'react'
import { RecordSearch } from '../../../record-search/RecordSearch.tsx'
import { t } from '../../../texts.ts'
import { linkable, suggestionFor } from './links.queries.ts'
import type { LinkedRecord } from './links.queries.ts'

export interface LinkDialogProps {
  message: MailMessage
  onLink: (record: LinkedRecord, withAttachments: boolean) => void
  onClose: () => void
}

/**
 * Finds the record to link to a message. A record the message names is preselected, so that Enter is enough;
 * its attachments are saved too.
 */
export function LinkDialog({ message, onLink, onClose }: LinkDialogProps) {
  const titleId = useId()
  const [withAttachments, setWithAttachments] = useState(true)
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      onClose={onClose}
      aria-labelledby={titleId}
      sx={{
        '& .MuiDialog-container': { alignItems: 'flex-start' },
        '& .MuiDialog-paper': { marginTop: { xs: 2, sm: '12vh' } },
      }}
    >
      <DialogTitle id={titleId}>{t('linkTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, paddingTop: '8px !important' }}>
        <RecordSearch
          label={t('linkSearch')}
          placeholder={t('linkSearchHint')}
          nothing={t('linkNothing')}
          suggested={suggestionFor(message)}
          collections={linkable}
          onChoose={(hit) => {
            onClose()
            onLink(hit, withAttachments)
          }}
        />
        {message.attachments.length > 0 && (
          <FormControlLabel
            control={
              <Checkbox checked={withAttachments} onChange={(_event, isOn) => setWithAttachments(isOn)} />
            }
            label={t('saveAttachments', { count: message.attachments.length })}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('cancel')}</Button>
      </DialogActions>
    </Dialog>
  )
}
