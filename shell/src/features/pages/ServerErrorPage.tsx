import { BlankLayout } from '../../frame/BlankLayout.tsx'
import { PortalLink } from '../../navigation/PortalLink.tsx'
import { t } from '../../texts.ts'
import { Card } from './Card.tsx'

/** An error of the portal itself, such as a route with an unknown guard. Other routes are not affected. */
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
