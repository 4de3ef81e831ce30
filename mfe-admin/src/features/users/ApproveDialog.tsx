import type { AccessRequest } from '@portal/contract'
import { FormDialog } from '@portal/shared-ui'
import { useState } from 'react'
import { missingIn, noRoleAssignment, toPlacing } from './role-assignment.ts'
import { RoleAssignmentFields } from './RoleAssignmentFields.tsx'
import { t } from './texts.ts'
import { usePeopleChange } from './use-people-change.ts'
import { approveRequest } from './users.queries.ts'

/** Approves a request for access: sets the role and, for a client, the organization. */
export function ApproveDialog({ request, onClose }: { request: AccessRequest; onClose: () => void }) {
  const [place, setPlace] = useState(noRoleAssignment)
  const [wasTried, setTried] = useState(false)
  const approve = usePeopleChange(() => approveRequest(request.pid, toPlacing(place)), {
    done: t('approved', { name: request.name }),
    onDone: onClose,
    tellsFailure: true,
  })
  const submit = () => {
    setTried(true)
    if (missingIn(place) === null) approve.mutate(undefined)
  }
  const organization =
    request.organization === null
      ? ''
      : ` ${t('approveOrganization', { organization: request.organization })}`
  return (
    <FormDialog
      title={t('approveTitle', { name: request.name })}
      text={`${t('approveText', { email: request.email })}${organization}`}
      action={t('approve')}
      isBusy={approve.isPending}
      failure={approve.error?.message ?? null}
      onSubmit={submit}
      onClose={onClose}
    >
      <RoleAssignmentFields place={place} onChange={setPlace} wasTried={wasTried} />
    </FormDialog>
  )
}
