import type { AnyRecord, AvailableTransition, TransitionAddition } from '@portal/contract'
import {
  FormDialog,
  optionOf,
  refreshRecordsAndSteps,
  todayAtom,
  useDeclarations,
  useShell,
} from '@portal/shared-ui'
import { Checkbox, FormControlLabel, TextField } from '@portal/shared-ui/mui'
import { useMutation, useQueryClient } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useState } from 'react'
import { CommentsEditor } from '../comments/CommentsEditor.tsx'
import { areComplete, emptyComment, newCorrections } from '../comments/typed-comments.ts'
import type { TypedComment } from '../comments/typed-comments.ts'
import { RequestedItems, requestedItems, isItemMissing } from './RequestedItems.tsx'
import type { TypedItem } from './RequestedItems.tsx'
import { WaysToSubmit } from '../parts/WaysToSubmit.tsx'
import { IssuanceInputs, asksIssuance, useIssuance } from './IssuanceInputs.tsx'
import { postTransition } from './steps.queries.ts'
import { t } from './texts.ts'
import {
  TransitionInputs,
  defaultValues,
  filledValues,
  firstMissing,
  isInputMissing,
} from './TransitionInputs.tsx'
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
  const [values, setValues] = useState(() => defaultValues(step))
  const [isRefunded, setRefunded] = useState(false)
  const [items, setItems] = useState<TypedItem[]>([])
  const [comments, setComments] = useState<TypedComment[]>([emptyComment(1)])
  const [isTried, setTried] = useState(false)
  const [focused] = useState(() => firstMissing(step, values))
  const shell = useShell()
  const declaration = useDeclarations()(collection)
  const labelOf = (field: string, code: string) => optionOf(declaration?.fields[field], code)?.label ?? code
  const queryClient = useQueryClient()
  const adds = (addition: TransitionAddition) => step.additions?.includes(addition) === true
  const hasComments = adds('comments')
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
  const asked = requestedItems(items)
  const change = useMutation({
    mutationFn: () =>
      postTransition(collection, pid, {
        to: step.to,
        version: record.version,
        ...(reason.trim() !== '' && { reason: reason.trim() }),
        inputs: { ...filledValues(values), ...body },
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
    const isComplete =
      !isMissing && !isInputMissing(step, values) && !isItemMissing(items) && areComplete(comments)
    if (isComplete && problem === null) change.mutate()
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
      {step.to === 'SUBMITTED' && <WaysToSubmit isInDialog record={record} />}
      <TransitionInputs
        step={step}
        declaration={declaration}
        values={values}
        isTried={isTried}
        focused={focused}
        onChange={setValues}
      />
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
        autoFocus={focused === undefined && !hasComments && !asksIssuance(step)}
        required={asksReason}
        value={reason}
        error={isTried && isMissing}
        helperText={isTried && isMissing ? t('reasonMissing') : undefined}
        onChange={({ target }) => setReason(target.value)}
        slotProps={{ htmlInput: { maxLength: 1_000 } }}
      />
      {adds('refund') && (
        <FormControlLabel
          label={t('refund')}
          control={<Checkbox checked={isRefunded} onChange={({ target }) => setRefunded(target.checked)} />}
        />
      )}
      {adds('items') && <RequestedItems items={items} isTried={isTried} onChange={setItems} />}
    </FormDialog>
  )
}
