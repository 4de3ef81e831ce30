import { asksClient, asksMethod, holdReasons, isStaff } from '@portal/contract'
import type { AnyRecord, AvailableTransition } from '@portal/contract'
import {
  actorAtom,
  FormDialog,
  optionOf,
  refreshRecordsAndSteps,
  todayAtom,
  useDeclarations,
  useShell,
} from '@portal/shared-ui'
import { Checkbox, DayField, FormControlLabel, MenuItem, TextField } from '@portal/shared-ui/mui'
import { useMutation, useQueryClient } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useState } from 'react'
import { CommentsEditor } from '../comments/CommentsEditor.tsx'
import { areComplete, emptyComment, newCorrections } from '../comments/typed-comments.ts'
import type { TypedComment } from '../comments/typed-comments.ts'
import { RequestedItems, requestedItems, isItemMissing } from './RequestedItems.tsx'
import type { TypedItem } from './RequestedItems.tsx'
import { IssuanceInputs, asksIssuance, useIssuance } from './IssuanceInputs.tsx'
import { postTransition } from './steps.queries.ts'
import { t } from './texts.ts'
import { undoShownMs, useUndoStep } from './use-undo-step.ts'

export interface StepDialogProps {
  step: AvailableTransition
  collection: string
  pid: string
  title: string
  record: AnyRecord
  /** Called when the transition succeeded and dependent data is being reloaded. */
  onTaken?: () => void
  onClose: () => void
}

/** Asks for the input of a transition, and takes it. */
export function StepDialog({ step, collection, pid, title, record, onTaken, onClose }: StepDialogProps) {
  const [reason, setReason] = useState('')
  const [holdReason, setHoldReason] = useState('')
  const [confirmationNo, setConfirmationNo] = useState('')
  const [method, setMethod] = useState(typeof record['method'] === 'string' ? record['method'] : '')
  const [reference, setReference] = useState(
    typeof record['reference'] === 'string' ? record['reference'] : '',
  )
  const [paidOn, setPaidOn] = useState('')
  const [isRefunded, setRefunded] = useState(false)
  const [items, setItems] = useState<TypedItem[]>([])
  const [comments, setComments] = useState<TypedComment[]>([emptyComment(1)])
  const [isTried, setTried] = useState(false)
  const shell = useShell()
  const declaration = useDeclarations()(collection)
  const labelOf = (field: string, code: string) => optionOf(declaration?.fields[field], code)?.label ?? code
  const queryClient = useQueryClient()
  const actor = useAtomValue(actorAtom)
  const hasComments = declaration?.table === 'permits' && step.to === 'CORRECTIONS_REQUIRED'
  const recorded = hasComments ? newCorrections(comments) : []
  // Recorded comments replace the reason.
  const asksReason = step.asksReason && recorded.length === 0
  const isMissing = asksReason && reason.trim() === ''
  const undo = useUndoStep(collection)
  const { issuance, setIssuance, problem, body, attachIssuedPermit } = useIssuance(
    step,
    record,
    useAtomValue(todayAtom),
  )
  const mayAsk =
    declaration?.table === 'permits' && asksClient(step.to) && actor !== null && isStaff(actor.role)
  const asked = requestedItems(items)
  const isRecorded = declaration?.table === 'payments' && asksMethod(step.to)
  const isAsked = (name: string) => step.inputs?.some((input) => input.name === name) === true
  const mayRefund = declaration?.table === 'permits' && (step.to === 'VOIDED' || step.to === 'REVOKED')
  const change = useMutation({
    mutationFn: () =>
      postTransition(collection, pid, {
        to: step.to,
        version: record.version,
        ...(reason.trim() !== '' && { reason: reason.trim() }),
        ...(holdReason !== '' && { holdReason }),
        ...(confirmationNo.trim() !== '' && { confirmationNo: confirmationNo.trim() }),
        ...(isRecorded && method !== '' && { method }),
        ...(isAsked('reference') && reference.trim() !== '' && { reference: reference.trim() }),
        ...(isAsked('paidOn') && paidOn !== '' && { paidOn }),
        ...body,
        ...(asked.length > 0 && { items: asked }),
        ...(recorded.length > 0 && { comments: recorded }),
        ...(isRefunded && { refund: true }),
      }),
    onSuccess: () => {
      onTaken?.()
      attachIssuedPermit()
      shell.toast({
        title: t('done', { title, status: labelOf('status', step.to) }),
        action: undo(pid, title),
        durationMs: undoShownMs,
      })
      onClose()
    },
    // A transition affects other records: everything shown is reloaded, even after a refusal, because
    // something may have changed.
    onSettled: () => refreshRecordsAndSteps(queryClient),
  })
  const submit = () => {
    setTried(true)
    if (!isMissing && !isItemMissing(items) && areComplete(comments) && problem === null) change.mutate()
  }
  return (
    <FormDialog
      wide={hasComments}
      title={t('stepTitle', { step: step.label, title })}
      action={step.label}
      isBusy={change.isPending}
      failure={change.error?.message ?? null}
      onSubmit={submit}
      onClose={onClose}
    >
      {step.to === 'ON_HOLD' && declaration?.table === 'permits' && (
        <TextField
          select
          label={t('holdReason')}
          value={holdReason}
          onChange={({ target }) => setHoldReason(target.value)}
        >
          <MenuItem value="">{t('holdNone')}</MenuItem>
          {holdReasons.map((code) => (
            <MenuItem key={code} value={code}>
              {labelOf('holdReason', code)}
            </MenuItem>
          ))}
        </TextField>
      )}
      {step.to === 'SUBMITTED' && collection !== 'ctasks' && (
        <TextField
          label={t('confirmationNo')}
          value={confirmationNo}
          onChange={({ target }) => setConfirmationNo(target.value)}
          slotProps={{ htmlInput: { maxLength: 100 } }}
        />
      )}
      {isRecorded && (
        <TextField
          select
          label={t('method')}
          value={method}
          onChange={({ target }) => setMethod(target.value)}
        >
          <MenuItem value="">{t('methodUnknown')}</MenuItem>
          {(declaration.fields['method']?.options ?? []).map(({ code, label }) => (
            <MenuItem key={code} value={code}>
              {label}
            </MenuItem>
          ))}
        </TextField>
      )}
      {isAsked('reference') && (
        <TextField
          label={t('reference')}
          value={reference}
          onChange={({ target }) => setReference(target.value)}
          slotProps={{ htmlInput: { maxLength: 100 } }}
        />
      )}
      {isAsked('paidOn') && <DayField label={t('paidOn')} value={paidOn} onChange={setPaidOn} />}
      {hasComments && <CommentsEditor comments={comments} isTried={isTried} onChange={setComments} />}
      {asksIssuance(step) && (
        <IssuanceInputs
          step={step}
          record={record}
          issuance={issuance}
          problem={isTried ? problem : null}
          onChange={setIssuance}
        />
      )}
      <TextField
        label={asksReason ? t('reason') : t('reasonOptional')}
        multiline
        minRows={2}
        maxRows={8}
        autoFocus={!hasComments && !asksIssuance(step)}
        required={asksReason}
        value={reason}
        error={isTried && isMissing}
        helperText={isTried && isMissing ? t('reasonMissing') : undefined}
        onChange={({ target }) => setReason(target.value)}
        slotProps={{ htmlInput: { maxLength: 1_000 } }}
      />
      {mayRefund && (
        <FormControlLabel
          label={t('refund')}
          control={<Checkbox checked={isRefunded} onChange={({ target }) => setRefunded(target.checked)} />}
        />
      )}
      {mayAsk && <RequestedItems items={items} isTried={isTried} onChange={setItems} />}
    </FormDialog>
  )
}
