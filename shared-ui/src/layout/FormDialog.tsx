import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { clamped } from './clamped.ts'
import { t } from './texts.ts'

export interface FormDialogProps {
  title: string
  /** What happens on submit. */
  text?: ReactNode
  /** Label of the submit button. */
  action: string
  isBusy: boolean
  /** Why the submit was refused, as a sentence. */
  failure: string | null
  /** Wide enough for rows of several inputs. */
  wide?: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A short form in a dialog. The input is kept when the submit is refused. */
export function FormDialog({
  title,
  text,
  action,
  isBusy,
  failure,
  wide = false,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) onSubmit()
  }
  return (
    <Dialog open fullWidth maxWidth={wide ? 'md' : 'xs'} aria-labelledby={`${id}-title`} onClose={onClose}>
      <DialogTitle id={`${id}-title`}>
        <Box component="span" title={title} sx={clamped(3)}>
          {title}
        </Box>
      </DialogTitle>
      <DialogContent>
        <Stack
          component="form"
          id={`${id}-form`}
          noValidate
          spacing={4}
          onSubmit={submit}
          sx={{ paddingTop: 2 }}
        >
          {text !== undefined && <Typography sx={{ color: 'text.secondary' }}>{text}</Typography>}
          {children}
          {failure !== null && (
            <Typography role="alert" sx={{ color: 'error.main' }}>
              {failure}
            </Typography>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button variant="contained" type="submit" form={`${id}-form`} aria-busy={isBusy}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
