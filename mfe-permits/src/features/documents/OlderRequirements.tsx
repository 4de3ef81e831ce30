import { isAdministrator, isStaff } from '@portal/contract'
import type { AnyRecord } from '@portal/contract'
import { actorAtom, useShell } from '@portal/shared-ui'
import { Alert, Button } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { requirementsQuery } from '../../parts/requirements.queries.ts'
import { t } from './texts.ts'

const requirementsPath = '/settings/requirements'

/**
 * Says that an open permit follows an earlier version of the requirements than the one in force, and whether
 * that one asks something else of it. Administrators get the way to move it.
 */
export function OlderRequirements({ permit }: { permit: AnyRecord }) {
  const actor = useAtomValue(actorAtom)
  const shell = useShell()
  const isOpen = permit['bucket'] === 'processing' && permit['status'] !== 'DRAFT'
  const enabled = isOpen && actor !== null && isStaff(actor.role)
  const { data } = useQuery({ ...requirementsQuery(permit.pid), enabled })
  const inForce = data?.inForce
  if (data === undefined || inForce === undefined || inForce.number <= data.number) return null
  return (
    <Alert
      severity={inForce.isOther ? 'warning' : 'info'}
      action={
        actor !== null &&
        isAdministrator(actor.role) && (
          <Button color="inherit" size="small" onClick={() => shell.navigate(requirementsPath)}>
            {t('moveToNewer')}
          </Button>
        )
      }
      sx={{ marginTop: 4 }}
    >
      {t(inForce.isOther ? 'olderRequirements' : 'olderSameRequirements', {
        number: data.number,
        inForce: inForce.number,
      })}
    </Alert>
  )
}
