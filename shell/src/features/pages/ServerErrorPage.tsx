import { BlankLayout } from '../../frame/BlankLayout.tsx'
import { PortalLink } from '../../navigation/PortalLink.tsx'
import { t } from '../../texts.ts'
import { Card } from './Card.tsx'

/**
 * A fault of the portal itself, such as a route with a guard nobody knows. Other routes are not touched by
 * it.
 */
export function ServerErrorPage({ error }: { error: Error }) {
  return (
    <BlankLayout>
      <Card heading={t('errorTitle')}>
        <p>{t('errorText', { reason: error.message })}</p>
        <p className="button-row">
          <PortalLink className="button" href="/">
            {t('toStart')}
          </PortalLink>
        </p>
      </Card>
    </BlankLayout>
  )
}
