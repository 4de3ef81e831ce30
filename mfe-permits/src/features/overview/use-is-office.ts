import { isStaff } from '@portal/contract'
import { actorAtom } from '@portal/shared-ui'
import { useAtomValue } from '@portal/shared-ui/state'

/** Does the viewer work in the office? Clients are spoken to as who they are. */
export function useIsOffice(): boolean {
  const actor = useAtomValue(actorAtom)
  return actor !== null && isStaff(actor.role)
}
