import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@portal/shared-ui/mui'
import { useEffect, useId, useState } from 'react'
import { onSignInInOtherTab } from '../../sign-in/news.ts'
import type { ProofQuestion } from '../../sign-in/prove.ts'
import { openMicrosoft } from '../../sign-in/sign-in-methods.ts'
import { t } from '../../texts.ts'

/** Asks a user without a passkey to confirm their identity at Microsoft, in a separate window. */
export default function ReauthDialog({ question }: { question: ProofQuestion }) {
  const [title, text] = [useId(), useId()]
  const [isBlocked, setBlocked] = useState(false)
  useEffect(() => onSignInInOtherTab(() => question.answer(true)), [question])
  return (
    <Dialog
      open
      maxWidth="xs"
      aria-labelledby={title}
      aria-describedby={text}
      onClose={() => question.answer(false)}
    >
      <DialogTitle id={title}>{t('proofTitle')}</DialogTitle>
      <DialogContent>
        <Typography id={text}>{t('proofText')}</Typography>
        {isBlocked && (
          <Typography role="alert" sx={{ color: 'error.main', paddingTop: 2 }}>
            {t('noWindow')}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={() => question.answer(false)}>
          {t('cancel')}
        </Button>
        <Button variant="contained" autoFocus onClick={() => setBlocked(!openMicrosoft('step-up'))}>
          {t('proveAtMicrosoft')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
