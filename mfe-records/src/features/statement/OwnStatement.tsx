import { isStaff } from '@portal/contract'
import { actorAtom } from '@portal/shared-ui'
import { useAtomValue } from '@portal/shared-ui/state'
import { StatementButton } from './StatementButton.tsx'

/** For clients: the statement of their own organization. */
export function OwnStatement() {
  const actor = useAtomValue(actorAtom)
  if (actor === null || isStaff(actor.role) || actor.org === null) return null
  return <StatementButton org={actor.org} />
}
