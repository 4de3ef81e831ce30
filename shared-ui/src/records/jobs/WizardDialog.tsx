import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import { useId } from 'react'
import type { ReactNode } from 'react'

export interface WizardDialogProps {
  title: string
  /** Width by what the steps hold: `md` for tables to fill in. */
  maxWidth?: 'sm' | 'md'
  onClose: () => void
  children: ReactNode
  buttons: ReactNode
}

/** A dialog over the table that leads through the steps of a larger piece of work, one step at a time. */
export function WizardDialog({ title, maxWidth = 'sm', onClose, children, buttons }: WizardDialogProps) {
  const titleId = useId()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth={maxWidth} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <Stack spacing={3} sx={{ paddingTop: 2.5 }}>
          {children}
        </Stack>
      </DialogContent>
      <DialogActions>{buttons}</DialogActions>
    </Dialog>
  )
}
