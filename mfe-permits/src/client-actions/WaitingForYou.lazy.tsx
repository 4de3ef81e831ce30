import { isStaff } from '@portal/contract/pages'
import { actorAtom, lazyComponent } from '@portal/shared-ui/pages'
import { useAtomValue } from '@portal/shared-ui/state'

const ForClients = lazyComponent(() => import('./WaitingForYou.tsx'))

/**
 * A client's next actions in all of their permits. Nothing for staff, who have the Overview and do not load it.
 */
export function WaitingForYou() {
  const actor = useAtomValue(actorAtom)
  return actor === null || isStaff(actor.role) ? null : <ForClients />
}
