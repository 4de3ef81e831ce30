import { sessionAtom, userAtom } from '@portal/shared-ui'
import { useAtomValue } from '@portal/shared-ui/state'
import { useEffect } from 'react'
import { PortalLink } from '../../navigation/PortalLink.tsx'
import { announceSignIn } from '../../sign-in/news.ts'
import { t } from '../../texts.ts'
import { Card } from './Card.tsx'

/**
 * The last page of a Microsoft sign-in window: informs the page that opened it, and closes the window if the
 * browser allows it.
 */
export function SignedInPage() {
  const session = useAtomValue(sessionAtom)
  const user = useAtomValue(userAtom)
  useEffect(() => {
    if (user === null) return
    announceSignIn()
    window.close()
  }, [user])
  if (session.state === 'pending') return null
  if (user === null) {
    return (
      <Card heading={t('signedOutTitle')}>
        <p>{t('signedOutText')}</p>
        <p>
          <PortalLink href="/login">{t('signIn')}</PortalLink>
        </p>
      </Card>
    )
  }
  return (
    <Card>
      <p>{t('signedInText', { name: user.name })}</p>
      <p>
        <PortalLink href="/">{t('toStart')}</PortalLink>
      </p>
    </Card>
  )
}
