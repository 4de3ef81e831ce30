import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { TextField } from '../inputs/TextField.tsx'
import { t } from './texts.ts'

export interface ShownOnceDialogProps {
  title: string
  /** What the secret is for, and that it is not shown again. */
  text: string
  /** Name of the secret. */
  label: string
  value: string
  /** Label of the copy button. */
  copyWords: string
  onClose: () => void
}

/** Shows a new secret, which is shown only once. A click outside the dialog does not close it. */
export function ShownOnceDialog({ title, text, label, value, copyWords, onClose }: ShownOnceDialogProps) {
  const id = useId()
  const [copied, setCopied] = useState<boolean | null>(null)
  const copy = () =>
    void navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent>
        <Typography id={`${id}-text`} sx={{ paddingBottom: 4 }}>
          {text}
        </Typography>
        <TextField
          label={label}
          fullWidth
          value={value}
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
          {copyWords}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
