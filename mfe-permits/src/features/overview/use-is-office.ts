import { isStaff } from '@portal/contract'
import { actorAtom } from '@portal/shared-ui'
import { useAtomValue } from '@portal/shared-ui/state'

/** Whether the viewer is staff; clients get other wording. */
export function useIsOffice(): boolean {
  const actor = useAtomValue(actorAtom)
  return actor !== null && isStaff(actor.role)
}
