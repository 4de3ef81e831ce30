import { formatDateTime, saveAsFile, userAtom } from '@portal/shared-ui'
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
} from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { useId, useState } from 'react'
import { t } from './texts.ts'

/**
 * Shows the recovery codes, which are shown only once. A click outside does not close the dialog, so that the
 * codes are not lost by accident.
 */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [title, text] = [useId(), useId()]
  const email = useAtomValue(userAtom)?.email ?? ''
  const [copied, setCopied] = useState<boolean | null>(null)
  const lines = codes.join('\n')
  const copy = () =>
    void navigator.clipboard.writeText(lines).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  const save = () => {
    const head = t('codesFile', { email, at: formatDateTime(new Date().toISOString()) })
    saveAsFile('permit-portal-recovery-codes.txt', `${head}\n\n${lines}\n`, 'text/plain')
  }
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={title} aria-describedby={text}>
      <DialogTitle id={title}>{t('codesTitle')}</DialogTitle>
      <DialogContent>
        <Typography id={text} sx={{ paddingBottom: 3 }}>
          {t('codesText')}
        </Typography>
        <Box
          component="ul"
          aria-label={t('recovery')}
          sx={{
            listStyle: 'none',
            margin: 0,
            padding: 3,
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
            gap: 2,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            backgroundColor: 'portal.page',
            fontFamily: 'ui-monospace, monospace',
            fontSize: '0.875rem',
          }}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Box>
        <Box role="status" sx={{ minHeight: 20, paddingTop: 2, color: 'text.secondary' }}>
          {copied === null ? '' : t(copied ? 'copied' : 'notCopied')}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={copy}>
          {t('copy')}
        </Button>
        <Button variant="outlined" onClick={save}>
          {t('download')}
        </Button>
        <Button variant="contained" autoFocus onClick={onClose}>
          {t('kept')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
