import { useId } from 'react'
import { useShell } from '@portal/shared-ui'
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'
import { useFileBrowser } from './file-browser-context.ts'

/** The file in the address is not in this folder; it may have been moved after the link was created. */
export function FileGone() {
  const { addressOf } = useFileBrowser()
  const shell = useShell()
  const titleId = useId()
  const close = () => shell.navigate(addressOf({ file: null }))
  return (
    <Dialog open onClose={close} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('fileGoneTitle')}</DialogTitle>
      <DialogContent>{t('fileGoneText')}</DialogContent>
      <DialogActions>
        <Button onClick={close}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
