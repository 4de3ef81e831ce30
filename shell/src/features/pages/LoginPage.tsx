import { sessionAtom, useShell, userAtom } from '@portal/shared-ui'
import { useMutation } from '@portal/shared-ui/query'
import { useAtomValue, useStore } from '@portal/shared-ui/state'
import { useEffect } from 'react'
import { roles } from '@portal/contract'
import type { Role } from '@portal/contract'
import { PortalLink } from '../../navigation/PortalLink.tsx'
import { t } from '../../texts.ts'
import { afterSignIn, returnPath } from './after-sign-in.ts'
import { hasMicrosoft, isDemo, roleWord } from '../../sign-in/sign-in-methods.ts'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import { demoSignIn } from '../../sign-in/sign-in.queries.ts'
import { Card } from './Card.tsx'
import { FreezeNotice } from './FreezeNotice.tsx'
import { portalCodeAtom } from '../../entry/portal-code.ts'
import { prefetchPortal } from '../../entry/prefetch-portal.ts'

const microsoftStart = () => `/api/auth/microsoft/start?returnTo=${encodeURIComponent(returnPath())}`

/** One card with the sign-in methods of this server. */
export function LoginPage() {
  const { load } = useAtomValue(portalCodeAtom)
  useEffect(() => prefetchPortal(load), [load])
  const session = useAtomValue(sessionAtom)
  const user = useAtomValue(userAtom)
  return (
    <Card>
      {user !== null && (
        <p>
          {t('signedInAs', { name: user.name })}. <PortalLink href={returnPath()}>{t('continue')}</PortalLink>
        </p>
      )}
      {session.state === 'signed-out' && session.failure !== null && (
        <p role="alert" className="error-line">
          {t('serverSilent')}: {session.failure.message}
        </p>
      )}
      {new URLSearchParams(location.search).has('problem') && (
        <p role="alert" className="error-line">
          {t('microsoftDenied')}
        </p>
      )}
      <FreezeNotice />
      <PasskeySignIn />
      {hasMicrosoft() && (
        <button type="button" className="button" onClick={() => location.assign(microsoftStart())}>
          {t('signInWithMicrosoft')}
        </button>
      )}
      <p>
        {t('newHere')} <PortalLink href="/sign-up">{t('signUp')}</PortalLink>
        {' · '}
        <PortalLink href="/auth/webauthn/login">{t('lostPasskey')}</PortalLink>
      </p>
      {isDemo() && <DemoAccounts />}
    </Card>
  )
}

function DemoAccounts() {
  const store = useStore()
  const shell = useShell()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (role: Role) => {
      await demoSignIn(role)
      return afterSignIn(store)
    },
    onSuccess: (target) => shell.navigate(target),
  })
  return (
    <section className="demo-accounts" aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">{t('demoHeading')}</h2>
      <p className="caption">{t('demoText')}</p>
      {roles.map((role) => (
        <button key={role} type="button" className="button" disabled={isPending} onClick={() => mutate(role)}>
          {t('continueAs', { role: roleWord(role) })}
        </button>
      ))}
      {error !== null && (
        <p role="alert" className="error-line">
          {t('signInFailed')}: {error.message}
        </p>
      )}
    </section>
  )
}
