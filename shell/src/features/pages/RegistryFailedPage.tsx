import type { PortalStore } from '@portal/shared-ui/state'
import { refreshRegistry } from '../../federation/refresh-registry.ts'
import { BlankLayout } from '../../frame/BlankLayout.tsx'
import { t } from '../../texts.ts'
import { Card } from './Card.tsx'

/** The list of remotes did not arrive, so the portal has sign-in and nothing behind it. */
export function RegistryFailedPage({ store, reason }: { store: PortalStore; reason: string }) {
  return (
    <BlankLayout>
      <Card heading={t('registryFailedTitle')}>
        <p role="alert">{t('registryFailedText', { reason })}</p>
        <p className="button-row">
          <button
            type="button"
            className="button"
            data-kind="primary"
            onClick={() => void refreshRegistry(store)}
          >
            {t('tryAgain')}
          </button>
        </p>
      </Card>
    </BlankLayout>
  )
}
