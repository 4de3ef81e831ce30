import type { Condition } from '@portal/contract'
import { FormDialog } from '@portal/shared-ui'
import { useState } from 'react'
import { FileField } from '../../parts/FileField.tsx'
import { t } from './texts.ts'

export interface MetDialogProps {
  permit: string
  condition: Condition
  isBusy: boolean
  failure: string | null
  onMet: (evidence: string | null) => void
  onClose: () => void
}

/** Marks a condition as met, with the file that proves it where there is one. */
export function MetDialog({ permit, condition, isBusy, failure, onMet, onClose }: MetDialogProps) {
  const [evidence, setEvidence] = useState('')
  return (
    <FormDialog
      title={t('met')}
      text={condition.text}
      action={t('met')}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => onMet(evidence === '' ? null : evidence)}
      onClose={onClose}
    >
      <FileField permit={permit} label={t('evidenceFile')} none={t('evidenceNone')} value={evidence} onChange={setEvidence} />
    </FormDialog>
  )
}
