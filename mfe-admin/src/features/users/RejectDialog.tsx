import type { AccessRequest } from '@portal/contract'
import { FormDialog } from '@portal/shared-ui'
import { useState } from 'react'
import { ReasonField } from './ReasonField.tsx'
import { t } from './texts.ts'
import { usePeopleChange } from './use-people-change.ts'
import { rejectRequest } from './users.queries.ts'

/** Rejects a request. The reason is shown to administrators, in the list and in the audit. */
export function RejectDialog({ request, onClose }: { request: AccessRequest; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const reject = usePeopleChange(() => rejectRequest(request.pid, reason.trim()), {
    done: t('rejected', { name: request.name }),
    onDone: onClose,
    tellsFailure: true,
  })
  return (
    <FormDialog
      title={t('rejectTitle', { name: request.name })}
      text={t('rejectText')}
      action={t('reject')}
      isBusy={reject.isPending}
      failure={reject.error?.message ?? null}
      onSubmit={() => reject.mutate(undefined)}
      onClose={onClose}
    >
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}
