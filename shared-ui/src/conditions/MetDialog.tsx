import { screenLabel } from '@portal/contract'
import type { Condition } from '@portal/contract'
import { useState } from 'react'
import { FormDialog } from '../layout/FormDialog.tsx'
import { FileField } from '../uploads/FileField.tsx'
import type { Owner } from './conditions.queries.ts'
import { t } from './texts.ts'

export interface MetDialogProps {
  owner: Owner
  condition: Condition
  isBusy: boolean
  failure: string | null
  onMet: (evidence: string | null) => void
  onClose: () => void
}

/** Marks a condition as met, with an optional evidence file. */
export function MetDialog({ owner, condition, isBusy, failure, onMet, onClose }: MetDialogProps) {
  const [evidence, setEvidence] = useState('')
  return (
    <FormDialog
      title={t('met')}
      text={screenLabel(condition.text)}
      action={t('met')}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => onMet(evidence === '' ? null : evidence)}
      onClose={onClose}
    >
      <FileField
        {...owner}
        label={t('evidenceFile')}
        none={t('evidenceNone')}
        value={evidence}
        onChange={setEvidence}
      />
    </FormDialog>
  )
}
