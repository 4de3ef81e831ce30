import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField, Typography } from '@portal/shared-ui/mui'
import { useId, useState } from 'react'
import { t } from './texts.ts'

/** An invitation link, for the one time it is shown. A click beside the dialog does not close it. */
export function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const id = useId()
  const [copied, setCopied] = useState<boolean | null>(null)
  const copy = () =>
    void navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <DialogTitle id={`${id}-title`}>{t('linkTitle')}</DialogTitle>
      <DialogContent>
        <Typography id={`${id}-text`} sx={{ paddingBottom: 4 }}>
          {t('linkText')}
        </Typography>
        <TextField
          label={t('link')}
          fullWidth
          value={link}
          onFocus={(event) => event.target.select()}
          slotProps={{ htmlInput: { readOnly: true } }}
        />
        <Box role="status" sx={{ minHeight: 20, paddingTop: 2, color: 'text.secondary' }}>
          {copied === null ? '' : t(copied ? 'copied' : 'notCopied')}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          {t('done')}
        </Button>
        <Button variant="contained" autoFocus onClick={copy}>
          {t('copy')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
