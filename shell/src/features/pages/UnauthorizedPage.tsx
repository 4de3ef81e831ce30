import { toRole } from '@portal/contract'
import { userAtom } from '@portal/shared-ui'
import { useAtomValue } from '@portal/shared-ui/state'
import { PortalLink } from '../../navigation/PortalLink.tsx'
import { t } from '../../texts.ts'
import { Card } from './Card.tsx'

/** Says why a page stays closed, and who can open it. */
export function UnauthorizedPage() {
  const user = useAtomValue(userAtom)
  return (
    <Card heading={t('unauthorizedTitle')}>
      {user === null ? (
        <p>{t('unauthorizedStranger')}</p>
      ) : (
        <p>{t(toRole(user.role) === null ? 'unauthorizedNoRole' : 'unauthorizedText', { name: user.name })}</p>
      )}
      <p className="button-row">
        {toRole(user?.role) !== null && (
          <PortalLink className="button" data-kind="primary" href="/">
            {t('toStart')}
          </PortalLink>
        )}
        <PortalLink className="button" href="/login">
          {t(user === null ? 'signIn' : 'anotherAccount')}
        </PortalLink>
      </p>
    </Card>
  )
}
