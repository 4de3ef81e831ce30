import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { holdReasons } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { TextField } from '../../inputs/TextField.tsx'
import { useStatusMap } from '../../portal/status-map.ts'
import type { BulkDialogOf } from './bulk-calls.ts'
import { BulkDialog } from './BulkSteps.tsx'
import { statusTargets } from './status-targets.ts'
import { t } from './texts.ts'
import { useBulkRun } from './use-bulk-run.ts'

const optionsOf = (collection: Declaration, field: string) => collection.fields[field]?.options ?? []

/**
 * Applies one transition to all selected records. The server checks each record; refused ones are listed with
 * their reasons.
 */
export default function StatusDialog({
  collection,
  actor,
  selection,
  count,
  onDone,
  onClose,
}: BulkDialogOf & { actor: Actor }) {
  const [to, setTo] = useState('')
  const [reason, setReason] = useState('')
  const [holdReason, setHoldReason] = useState('')
  const [isTried, setTried] = useState(false)
  const bulk = useBulkRun(collection, selection, { onDone, onClose })
  const targets = statusTargets(collection, actor, useStatusMap())
  const asksReason = targets.find((target) => target.to === to)?.asksReason === true
  const isMissing = asksReason && reason.trim() === ''
  const isHold = to !== '' && collection.statusDetail?.status === to
  const labelOf = (field: string, code: string) =>
    optionsOf(collection, field).find((option) => option.code === code)?.label ?? code
  const run = () => {
    setTried(true)
    if (isMissing) return
    const step = {
      to,
      ...(reason.trim() !== '' && { reason: reason.trim() }),
      ...(isHold && holdReason !== '' && { holdReason }),
    }
    bulk.run.mutate({ kind: 'step', step })
  }
  return (
    <BulkDialog
      collection={collection}
      title={t('stepTitle', { count })}
      bulk={bulk}
      did={(changed) => t('didStep', { count: changed })}
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="contained" disabled={to === ''} onClick={run}>
            {t('stepDo')}
          </Button>
        </>
      }
    >
      <TextField
        select
        fullWidth
        label={t('newStatus')}
        value={to}
        onChange={({ target }) => setTo(target.value)}
      >
        {targets.map((target) => (
          <MenuItem key={target.to} value={target.to}>
            {labelOf('status', target.to)}
          </MenuItem>
        ))}
      </TextField>
      {isHold && (
        <TextField
          select
          fullWidth
          label={t('stepHold')}
          value={holdReason}
          onChange={({ target }) => setHoldReason(target.value)}
        >
          <MenuItem value="">{t('stepHoldNone')}</MenuItem>
          {holdReasons.map((code) => (
            <MenuItem key={code} value={code}>
              {labelOf('holdReason', code)}
            </MenuItem>
          ))}
        </TextField>
      )}
      <TextField
        fullWidth
        multiline
        minRows={2}
        maxRows={8}
        label={t(asksReason ? 'stepReason' : 'stepReasonOptional')}
        required={asksReason}
        value={reason}
        error={isTried && isMissing}
        helperText={isTried && isMissing ? t('stepReasonMissing') : undefined}
        onChange={({ target }) => setReason(target.value)}
        slotProps={{ htmlInput: { maxLength: 1_000 } }}
      />
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('stepJudged')}
      </Typography>
    </BulkDialog>
  )
}
