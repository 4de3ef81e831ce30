import { screenLabel } from '@portal/contract'
import { useAtomValue } from '@portal/shared-ui/state'
import { titleAtom } from './navigation.state.ts'

/**
 * Says the new page's name to those who do not see it change. It stands from the start, since a region that
 * appears is not read.
 */
export function RouteAnnouncer() {
  const title = screenLabel(useAtomValue(titleAtom))
  return (
    <div className="for-ears" aria-live="polite" aria-atomic="true">
      {title}
    </div>
  )
}
