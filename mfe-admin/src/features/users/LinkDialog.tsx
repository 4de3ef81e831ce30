import type { PersonalLink } from '@portal/contract'
import { formatMoment } from '@portal/shared-ui'
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField, Typography } from '@portal/shared-ui/mui'
import { useId, useState } from 'react'
import { t } from './texts.ts'

/** A link that was just made, for the one time it is shown. A click beside the dialog does not close it. */
export function LinkDialog({ name, made, onClose }: { name: string; made: PersonalLink; onClose: () => void }) {
  const id = useId()
  const [copied, setCopied] = useState<boolean | null>(null)
  const copy = () =>
    void navigator.clipboard.writeText(made.link).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <DialogTitle id={`${id}-title`}>{t(`linkTitle_${made.kind}`, { name })}</DialogTitle>
      <DialogContent>
        <Typography id={`${id}-text`} sx={{ paddingBottom: 4 }}>
          {t('linkText', { name, at: formatMoment(made.expiresAt) })}
        </Typography>
        <TextField
          label={t('link')}
          fullWidth
          value={made.link}
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
          {t('copyLink')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
