import type { MailMessage } from '@portal/contract'
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@portal/shared-ui/mui'
import { useId } from 'react'
import { t } from '../../texts.ts'
import { subjectOf } from './mail-words.ts'

/** Asks before a message goes out of the world. */
export function DeleteForGoodDialog({ message, onDelete, onCancel }: { message: MailMessage; onDelete: () => void; onCancel: () => void }) {
  const titleId = useId()
  return (
    <Dialog open onClose={onCancel} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('deleteForGoodTitle')}</DialogTitle>
      <DialogContent>{t('deleteForGoodText', { subject: subjectOf(message) })}</DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button color="error" variant="contained" onClick={onDelete}>
          {t('deleteForGood')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
