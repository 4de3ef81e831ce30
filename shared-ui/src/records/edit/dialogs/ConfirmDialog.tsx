import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { t } from '../texts.ts'

export interface ConfirmDialogProps {
  title: string
  text: string
  /** What is decided besides, below the text. */
  children?: ReactNode
  /** The button that does it. */
  yes: string
  /** The button that does not, by default Cancel. */
  no?: string
  /** Nothing is lost by it and it can be taken back: then the button that does it is the primary one. */
  isReversible?: boolean
  onYes: () => void
  onNo: () => void
}

/**
 * Asks before something is lost. Not doing it is the safe answer: Escape and Enter both give it. Where
 * nothing is lost, Enter does it.
 */
export function ConfirmDialog({
  title,
  text,
  children,
  yes,
  no = t('cancel'),
  isReversible = false,
  onYes,
  onNo,
}: ConfirmDialogProps) {
  const titleId = useId()
  const textId = useId()
  return (
    <Dialog open role="alertdialog" aria-labelledby={titleId} aria-describedby={textId} onClose={onNo}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <div id={textId}>{text}</div>
        {children}
      </DialogContent>
      {isReversible ? (
        <DialogActions>
          <Button onClick={onNo}>{no}</Button>
          <Button variant="contained" autoFocus onClick={onYes}>
            {yes}
          </Button>
        </DialogActions>
      ) : (
        <DialogActions>
          <Button variant="outlined" color="error" onClick={onYes}>
            {yes}
          </Button>
          <Button variant="contained" autoFocus onClick={onNo}>
            {no}
          </Button>
        </DialogActions>
      )}
    </Dialog>
  )
}
