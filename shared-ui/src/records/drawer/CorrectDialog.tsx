import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { issuanceFields, issuanceProblem, localizeOnScreen } from '@portal/contract'
import type { AnyRecord, Declaration, IssuanceField } from '@portal/contract'
import { crud, nothing } from '../../api/api.ts'
import { DayField } from '../../inputs/DayField.tsx'
import { TextField } from '../../inputs/TextField.tsx'
import { ReasonDialog } from '../../layout/ReasonDialog.tsx'
import { useShell } from '../../portal/shell-api.ts'
import { todayAtom } from '../../session/today.ts'
import { hintSlots, useFormHint } from '../edit/form-hint.ts'
import { refreshAllRecords } from '../list/refresh-records.ts'
import { t } from './texts.ts'

export interface CorrectDialogProps {
  declaration: Declaration
  record: AnyRecord
  onClose: () => void
}

type Facts = Record<IssuanceField, string>

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Corrects the permit number and the dates of an issued permit. The history records the reason. */
export default function CorrectDialog({ declaration, record, onClose }: CorrectDialogProps) {
  const shell = useShell()
  const queryClient = useQueryClient()
  const today = useAtomValue(todayAtom)
  const [facts, setFacts] = useState<Facts>({
    authorityNumber: textOf(record['authorityNumber']),
    issuedDate: textOf(record['issuedDate']),
    expiryDate: textOf(record['expiryDate']),
  })
  const [isTried, setTried] = useState(false)
  const changed = issuanceFields.filter((name) => facts[name].trim() !== textOf(record[name]))
  const isDateMissing = facts.issuedDate === '' || facts.expiryDate === ''
  const problem = issuanceProblem(facts, today)
  const correct = useMutation({
    mutationFn: (reason: string) => {
      const values = Object.fromEntries(
        changed.map((name) => [name, facts[name].trim() === '' ? null : facts[name].trim()]),
      )
      return crud(
        {
          apiPath: `/${declaration.table}/${record.pid}`,
          method: 'PATCH',
          body: { ...values, reason, version: record.version },
        },
        nothing,
      )
    },
    onSuccess: () => {
      shell.toast({ title: t('corrected') })
      onClose()
    },
    onSettled: () => refreshAllRecords(queryClient),
  })
  const submit = (reason: string) => {
    setTried(true)
    if (changed.length > 0 && !isDateMissing && problem === null) correct.mutate(reason)
  }
  const wrong = (name: IssuanceField) => {
    if (!isTried) return {}
    if (name !== 'authorityNumber' && facts[name] === '') return { error: true, helperText: t('dateMissing') }
    return problem?.field === name ? { error: true, helperText: localizeOnScreen(problem.sentence) } : {}
  }
  const hint = useFormHint(
    declaration.fields['authorityNumber'] ?? {},
    record['authority'],
  )(facts.authorityNumber)
  const unchanged = isTried && changed.length === 0 ? t('nothingCorrected') : null
  return (
    <ReasonDialog
      title={t('correctTitle')}
      text={t('correctText')}
      action={t('correctDo')}
      isBusy={correct.isPending}
      failure={correct.error?.message ?? unchanged}
      onReason={submit}
      onClose={onClose}
    >
      <TextField
        label={t('authorityNumber')}
        autoFocus
        value={facts.authorityNumber}
        onChange={({ target }) => setFacts({ ...facts, authorityNumber: target.value })}
        slotProps={{ htmlInput: { maxLength: 200 }, ...hintSlots(hint) }}
        helperText={hint?.text}
      />
      <DayField
        label={t('issuedDate')}
        value={facts.issuedDate}
        onChange={(issuedDate) => setFacts({ ...facts, issuedDate })}
        {...wrong('issuedDate')}
      />
      <DayField
        label={t('expiryDate')}
        value={facts.expiryDate}
        onChange={(expiryDate) => setFacts({ ...facts, expiryDate })}
        {...wrong('expiryDate')}
      />
    </ReasonDialog>
  )
}
