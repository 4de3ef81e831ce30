import { screenLabel } from '@portal/contract'
import { useAtomValue } from '@portal/shared-ui/state'
import { titleAtom } from './navigation.state.ts'

/**
 * Announces the new page to screen readers. The region is always rendered, because screen readers do not
 * announce a region that has just been added.
 */
export function RouteAnnouncer() {
  const title = screenLabel(useAtomValue(titleAtom))
  return (
    <div className="for-ears" aria-live="polite" aria-atomic="true">
      {title}
    </div>
  )
}
