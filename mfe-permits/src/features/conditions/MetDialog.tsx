import type { Condition } from '@portal/contract'
import { FormDialog } from '@portal/shared-ui'
import { MenuItem, TextField } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useState } from 'react'
import { permitFilesQuery } from './conditions.queries.ts'
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
  const files = useQuery(permitFilesQuery(permit))
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
      <TextField
        select
        label={t('evidenceFile')}
        value={evidence}
        helperText={files.error === null ? t('evidenceHint') : t('filesFailed')}
        onChange={({ target }) => setEvidence(target.value)}
      >
        <MenuItem value="">{t('evidenceNone')}</MenuItem>
        {(files.data ?? []).map(({ pid, name }) => (
          <MenuItem key={pid} value={pid}>
            {name}
          </MenuItem>
        ))}
      </TextField>
    </FormDialog>
  )
}
