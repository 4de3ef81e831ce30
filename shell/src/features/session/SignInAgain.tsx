import { roles } from '@portal/contract'
import { sessionAtom, userAtom } from '@portal/shared-ui'
import {
  Box,
  Button,
  Dialog,
  DialogContent,
  DialogTitle,
  MuiLink,
  Stack,
  Typography,
} from '@portal/shared-ui/mui'
import { useMutation } from '@portal/shared-ui/query'
import { useAtomValue, useStore } from '@portal/shared-ui/state'
import { useEffect, useId } from 'react'
import { mayLeave } from '../../navigation/unsaved.state.ts'
import { announceSignIn, onSignInInOtherTab } from '../../sign-in/news.ts'
import { signInWithPasskey } from '../../sign-in/passkeys.ts'
import { recheckSession } from '../../sign-in/session-over.ts'
import { demoSignIn } from '../../sign-in/sign-in.queries.ts'
import { hasMicrosoft, isDemo, openMicrosoft, roleWord } from '../../sign-in/sign-in-methods.ts'
import { t } from '../../texts.ts'

/** Checks the session again when another tab, or the Microsoft window, may have signed somebody in. */
function useReturn(look: () => void): void {
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') look()
    }
    const stop = onSignInInOtherTab(look)
    window.addEventListener('focus', onVisible)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      stop()
      window.removeEventListener('focus', onVisible)
      document.removeEventListener('visibilitychange', onVisible)
    }
    // eslint-disable-next-line react/exhaustive-deps -- one subscription while the dialog is open
  }, [])
}

/**
 * Shown over the page when the session has ended, so that the user can sign in again. The page below stays
 * mounted and keeps its input.
 */
export default function SignInAgain() {
  const store = useStore()
  const user = useAtomValue(userAtom)
  const [title, text] = [useId(), useId()]
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (signIn: () => Promise<unknown>) => {
      await signIn()
      announceSignIn()
      if ((await recheckSession(store)) === 'nobody') throw new Error(t('notSignedIn'))
    },
  })
  useReturn(() => void recheckSession(store))
  const leave = async () => {
    if (await mayLeave(store)) store.set(sessionAtom, { state: 'signed-out', failure: null })
  }
  const atMicrosoft = () => {
    if (!openMicrosoft('sign-in')) mutate(() => Promise.reject(new Error(t('noWindow'))))
  }
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={title} aria-describedby={text}>
      <DialogTitle id={title}>{t('sessionOverTitle')}</DialogTitle>
      <DialogContent>
        <Stack spacing={3}>
          <Typography id={text} sx={{ color: 'text.secondary' }}>
            {t('sessionOverText', { name: user?.name ?? '' })}
          </Typography>
          <Button
            variant="contained"
            autoFocus
            disabled={isPending}
            onClick={() => mutate(() => signInWithPasskey({ autofill: false }))}
          >
            {t('signInWithPasskey')}
          </Button>
          {hasMicrosoft() && (
            <Button variant="outlined" disabled={isPending} onClick={atMicrosoft}>
              {t('signInWithMicrosoft')}
            </Button>
          )}
          {error !== null && (
            <Typography role="alert" sx={{ color: 'error.main' }}>
              {t('signInFailed')}: {error.message}
            </Typography>
          )}
          {isDemo() && (
            <Box
              role="group"
              aria-label={t('demoHeading')}
              sx={{
                display: 'grid',
                gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
                gap: 2,
                borderTop: 1,
                borderColor: 'divider',
                paddingTop: 3,
              }}
            >
              {roles.map((role) => (
                <Button
                  key={role}
                  variant="outlined"
                  disabled={isPending}
                  onClick={() => mutate(() => demoSignIn(role))}
                >
                  {t('continueAs', { role: roleWord(role) })}
                </Button>
              ))}
            </Box>
          )}
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t('sessionOverOther')}{' '}
            <MuiLink
              component="button"
              type="button"
              variant="caption"
              sx={{ verticalAlign: 'baseline' }}
              onClick={() => void leave()}
            >
              {t('toSignIn')}
            </MuiLink>
          </Typography>
        </Stack>
      </DialogContent>
    </Dialog>
  )
}
