import { isAdministrator, screenLabel, toRole } from '@portal/contract'
import type { RemovedEntry } from '@portal/contract'
import { formatDateTime, userAtom } from '@portal/shared-ui'
import { useAtomValue } from '@portal/shared-ui/state'
import { PortalLink } from '../../navigation/PortalLink.tsx'
import { t } from '../../texts.ts'

/** Shown at the address of a module that was removed, as long as it can be restored. */
export function RemovedPage({ removed: { label, removedAt } }: { removed: RemovedEntry }) {
  const role = toRole(useAtomValue(userAtom)?.role)
  const mayRestore = role !== null && isAdministrator(role)
  return (
    <div className="trouble">
      <p>{t('removedText', { title: screenLabel(label), at: formatDateTime(removedAt) })}</p>
      <p>{t(mayRestore ? 'removedRestore' : 'removedAsk')}</p>
      <p className="button-row">
        {mayRestore && (
          <PortalLink className="button" href="/settings?tab=modules">
            {t('toModules')}
          </PortalLink>
        )}
        <PortalLink className="button" href="/">
          {t('toStart')}
        </PortalLink>
      </p>
    </div>
  )
}
