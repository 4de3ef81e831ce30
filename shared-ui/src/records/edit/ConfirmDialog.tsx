import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { t } from './texts.ts'

export interface ConfirmDialogProps {
  title: string
  text: string
  /** Further choices, below the text. */
  children?: ReactNode
  /** Label of the confirm button. */
  yes: string
  /** Label of the other button, by default Cancel. */
  no?: string
  /** True if the action loses nothing and can be undone; the confirm button is then the primary one. */
  isReversible?: boolean
  onYes: () => void
  onNo: () => void
}

/**
 * Asks for confirmation before something is lost. Escape and Enter both cancel. If the action is reversible,
 * Enter confirms.
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
