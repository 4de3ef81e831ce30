import { ConfirmDialog, askSession, sessionAtom, userAtom } from '@portal/shared-ui'
import { Button, Typography } from '@portal/shared-ui/mui'
import { useAtomValue, useSetAtom } from '@portal/shared-ui/state'
import { useState } from 'react'
import { freezeSignIns, signOutEverybody, unfreezeSignIns } from './account.queries.ts'
import { Section } from './Section.tsx'
import { t } from './texts.ts'
import { useChange } from './use-change.ts'

/** Emergency actions of a superadmin: end all sessions, and freeze sign-ins. */
export function EverybodySection() {
  const user = useAtomValue(userAtom)
  const setSession = useSetAtom(sessionAtom)
  const [question, setQuestion] = useState<'signOutEverybody' | 'freeze' | null>(null)
  // The freeze banner is drawn from the answer of `me`.
  const changing = (change: () => Promise<null>) => async () => {
    await change()
    setSession(await askSession())
  }
  const signOut = useChange(signOutEverybody, t('everybodySignedOut'))
  const freeze = useChange(changing(freezeSignIns), t('frozen'))
  const unfreeze = useChange(changing(unfreezeSignIns), t('unfrozen'))
  if (user?.role !== 'superadmin') return null
  const isFrozen = user.signInsFrozen === true
  return (
    <Section
      heading={t('everybody')}
      text={t('everybodyText')}
      actions={
        <>
          <Button
            variant="outlined"
            color="error"
            disabled={signOut.isPending}
            onClick={() => setQuestion('signOutEverybody')}
          >
            {t('signOutEverybody')}
          </Button>
          {isFrozen ? (
            <Button
              variant="outlined"
              disabled={unfreeze.isPending}
              onClick={() => unfreeze.mutate(undefined)}
            >
              {t('unfreeze')}
            </Button>
          ) : (
            <Button
              variant="outlined"
              color="error"
              disabled={freeze.isPending}
              onClick={() => setQuestion('freeze')}
            >
              {t('freeze')}
            </Button>
          )}
        </>
      }
    >
      {isFrozen && <Typography>{t('frozenText')}</Typography>}
      {question !== null && (
        <ConfirmDialog
          title={t(`${question}Title`)}
          text={t(`${question}Text`)}
          yes={t(question)}
          onNo={() => setQuestion(null)}
          onYes={() => {
            setQuestion(null)
            if (question === 'freeze') freeze.mutate(undefined)
            else signOut.mutate(undefined)
          }}
        />
      )}
    </Section>
  )
}
