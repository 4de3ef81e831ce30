import { isStaff } from '@portal/contract'
import { Facts, actorAtom } from '@portal/shared-ui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { requirementsQuery } from '../../parts/requirements.queries.ts'
import { t } from './texts.ts'

/** The departments of the agency that review a permit, for staff. */
export function ReviewedBy({ permit }: { permit: string }) {
  const actor = useAtomValue(actorAtom)
  const { data } = useQuery({
    ...requirementsQuery(permit),
    enabled: permit !== '' && actor !== null && isStaff(actor.role),
  })
  return <Facts facts={[[t('reviewedBy'), data?.departments?.join(', ')]]} />
}
