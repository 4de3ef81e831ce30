import type { PermitStatus } from '@portal/contract'
import { FormDialog } from '@portal/shared-ui'
import { useState } from 'react'
import { Choice } from '../../parts/Choice.tsx'
import { labelOf } from './format-map.ts'
import { targetsOf } from './targets.ts'
import { t } from './texts.ts'

interface RemoveProps {
  status: PermitStatus
  statuses: readonly PermitStatus[]
  count: number
  onRemove: (to: string) => void
  onClose: () => void
}

/** Removes a status from the map, and asks for the new status of its permits. */
export function RemoveStatus({ status, statuses, count, onRemove, onClose }: RemoveProps) {
  const targets = targetsOf(status, statuses)
  const [to, setTo] = useState(targets[0]?.key ?? '')
  return (
    <FormDialog
      title={t('removeTitle', { status: labelOf(status) })}
      text={count === 0 ? t('removeNone') : t('removeText', { count })}
      action={t('remove')}
      isBusy={false}
      failure={null}
      onSubmit={() => onRemove(to)}
      onClose={onClose}
    >
      <Choice
        label={t('removeTo')}
        value={to}
        options={targets.map((target) => [target.key, labelOf(target)])}
        onChange={setTo}
      />
    </FormDialog>
  )
}
