import type { PortalStore } from '@portal/shared-ui/state'
import { refreshRegistry } from '../../federation/refresh-registry.ts'
import { BlankLayout } from '../../frame/BlankLayout.tsx'
import { t } from '../../texts.ts'
import { Card } from './Card.tsx'

/**
 * Shown in place of a remote's page when the registry could not be loaded. The shell's own pages still work.
 */
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
