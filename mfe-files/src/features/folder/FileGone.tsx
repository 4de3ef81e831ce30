import { useId } from 'react'
import { useShell } from '@portal/shared-ui'
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'
import { useFileBrowser } from './file-browser-context.ts'

/**
 * The address names a file that does not lie in this folder, or not any more: whoever sent the link may have
 * moved it since.
 */
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
