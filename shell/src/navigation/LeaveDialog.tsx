import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@portal/shared-ui/mui'
import { useId } from 'react'
import { t } from '../texts.ts'
import type { LeaveQuestion } from './unsaved.state.ts'

/** Asks before unsaved changes are lost. Staying is the default: Escape and Enter both stay. */
export default function LeaveDialog({ question }: { question: LeaveQuestion }) {
  const title = useId()
  const text = useId()
  const words = question.signsOut
    ? { title: t('signOutTitle'), text: t('signOutText'), yes: t('signOut') }
    : { title: t('unsavedTitle'), text: t('unsavedText'), yes: t('leave') }
  return (
    <Dialog
      open
      role="alertdialog"
      aria-labelledby={title}
      aria-describedby={text}
      onClose={() => question.answer(false)}
    >
      <DialogTitle id={title}>{words.title}</DialogTitle>
      <DialogContent id={text}>{words.text}</DialogContent>
      <DialogActions>
        <Button variant="outlined" color="error" onClick={() => question.answer(true)}>
          {words.yes}
        </Button>
        <Button variant="contained" autoFocus onClick={() => question.answer(false)}>
          {t('stay')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
