import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'

export interface NameDialogProps {
  title: string
  label: string
  yes: string
  initial: string
  /** Reason of the refusal; the typed name is kept. */
  problem: string | null
  isBusy: boolean
  onName: (name: string) => void
  onClose: () => void
}

/**
 * Asks for the name of a file or folder. For a file, the part before the extension is selected, because that
 * is what users change.
 */
export function NameDialog({
  title,
  label,
  yes,
  initial,
  problem,
  isBusy,
  onName,
  onClose,
}: NameDialogProps) {
  const titleId = useId()
  const [name, setName] = useState(initial)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) onName(name)
  }
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={titleId} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          <TextField
            autoFocus
            fullWidth
            label={label}
            margin="dense"
            value={name}
            error={problem !== null}
            helperText={problem ?? undefined}
            onChange={({ target }) => setName(target.value)}
            onFocus={({ target }) => {
              const dot = initial.lastIndexOf('.')
              if (target instanceof HTMLInputElement)
                target.setSelectionRange(0, dot > 0 ? dot : initial.length)
            }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="contained" type="submit" aria-busy={isBusy}>
            {yes}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
