import { afterSignIn } from '@portal/contract'
import { userAtom } from '@portal/shared-ui'
import { useAtomValue } from '@portal/shared-ui/state'
import { PortalLink } from '../../navigation/PortalLink.tsx'
import { t } from '../../texts.ts'
import { Card } from './Card.tsx'

/** The start page for visitors who are not signed in. */
export function LandingPage() {
  const user = useAtomValue(userAtom)
  return (
    <Card heading={t('product')}>
      <p>{t('landingText')}</p>
      {user === null ? (
        <PortalLink className="button" data-kind="primary" href="/login">
          {t('signIn')}
        </PortalLink>
      ) : (
        <>
          <p className="caption">{t('signedInAs', { name: user.name })}</p>
          <PortalLink className="button" data-kind="primary" href={afterSignIn}>
            {t('continue')}
          </PortalLink>
        </>
      )}
    </Card>
  )
}
