import {
  collections,
  expiryProposed,
  issuanceFields,
  issuanceProblem,
  recordRoot,
  localizeOnScreen,
} from '@portal/contract'
import type { AnyRecord, LocalDate, AvailableTransition, PermitLibrary } from '@portal/contract'
import { hintSlots, useFormHint, usePermitLibrary, useUpload } from '@portal/shared-ui'
import { Box, Button, DayField, TextField, Typography } from '@portal/shared-ui/mui'
import { useRef, useState } from 'react'
import { t } from './texts.ts'

/**
 * The authority's data on the issued permit, as entered. The permit document is uploaded after the
 * transition.
 */
export interface Issuance {
  authorityNumber: string
  issuedDate: string
  expiryDate: string
  /** The user set the expiration date: it is kept when the issue date changes. */
  isExpiryChosen: boolean
  file: File | null
}

const namesOf = ({ inputs = [] }: Pick<AvailableTransition, 'inputs'>) => inputs.map(({ name }) => name)

/** Whether the input is entered here, together with the others of the issued permit. */
export const isIssuanceInput = (name: string): boolean => issuanceFields.some((field) => field === name)

/** Whether the transition asks for the authority's data. */
export function asksIssuance(step: Pick<AvailableTransition, 'inputs'>): boolean {
  return namesOf(step).includes('expiryDate')
}

/** The defaults for a transition: today, and the expiration date by the rule of the permit's type. */
function proposed(
  { inputs = [] }: Pick<AvailableTransition, 'inputs'>,
  record: AnyRecord,
  library: PermitLibrary,
): Issuance {
  const value = (name: string) => inputs.find((input) => input.name === name)?.value ?? ''
  const [issuedDate, expiryDate] = [value('issuedDate'), value('expiryDate')]
  const isExpiryChosen = issuedDate === '' || expiryDate !== expiryProposed(record, issuedDate, library)
  return { authorityNumber: value('authorityNumber'), issuedDate, expiryDate, isExpiryChosen, file: null }
}

/** The issuance being recorded: entered values, their errors, and the request body. */
export function useIssuance(step: AvailableTransition, record: AnyRecord, today: LocalDate) {
  const library = usePermitLibrary()
  const [issuance, setIssuance] = useState(() => proposed(step, record, library))
  const isAsked = asksIssuance(step)
  const root = recordRoot('permits', record.pid)
  const upload = useUpload({ root, parentId: root, visibility: 'CLIENT' })
  const issuedDate = namesOf(step).includes('issuedDate') ? issuance.issuedDate : record['issuedDate']
  const filled = (value: string) => (value === '' ? undefined : value)
  return {
    issuance,
    setIssuance,
    problem: isAsked ? issuanceProblem({ issuedDate, expiryDate: issuance.expiryDate }, today) : null,
    body: isAsked
      ? {
          ...(filled(issuance.authorityNumber.trim()) && {
            authorityNumber: issuance.authorityNumber.trim(),
          }),
          ...(filled(issuance.issuedDate) && { issuedDate: issuance.issuedDate }),
          ...(filled(issuance.expiryDate) && { expiryDate: issuance.expiryDate }),
        }
      : {},
    /** Adds the permit document to the files of the permit, where the client can open it. */
    attachIssuedPermit: () => {
      if (issuance.file !== null) upload({ files: [issuance.file], folders: [], skipped: [] })
    },
  }
}

export interface IssuanceInputsProps {
  step: AvailableTransition
  record: AnyRecord
  issuance: Issuance
  problem: ReturnType<typeof issuanceProblem>
  onChange: (issuance: Issuance) => void
}

/** Permit number, issue date, expiration date and the permit document. */
export function IssuanceInputs({ step, record, issuance, problem, onChange }: IssuanceInputsProps) {
  const library = usePermitLibrary()
  const hint = useFormHint(
    collections.permits.fields.authorityNumber,
    record['authority'],
  )(issuance.authorityNumber)
  const picker = useRef<HTMLInputElement>(null)
  const names = namesOf(step)
  const wrong = (field: string) =>
    problem?.field === field ? { error: true, helperText: localizeOnScreen(problem.sentence) } : {}
  // The default expiration date follows the issue date until the user sets another one.
  const changeIssued = (issuedDate: string) => {
    const isMoved = !issuance.isExpiryChosen && issuedDate !== ''
    onChange({
      ...issuance,
      issuedDate,
      ...(isMoved && { expiryDate: expiryProposed(record, issuedDate, library) }),
    })
  }
  return (
    <>
      {names.includes('authorityNumber') && (
        <TextField
          label={t('authorityNumber')}
          helperText={hint?.text ?? t('authorityNumberHint')}
          autoFocus
          value={issuance.authorityNumber}
          onChange={({ target }) => onChange({ ...issuance, authorityNumber: target.value })}
          slotProps={{ htmlInput: { maxLength: 200 }, ...hintSlots(hint) }}
        />
      )}
      {names.includes('issuedDate') && (
        <DayField
          label={t('issuedDate')}
          value={issuance.issuedDate}
          onChange={changeIssued}
          {...wrong('issuedDate')}
        />
      )}
      <DayField
        label={t('expiryDate')}
        value={issuance.expiryDate}
        onChange={(expiryDate) => onChange({ ...issuance, expiryDate, isExpiryChosen: true })}
        {...wrong('expiryDate')}
      />
      {names.includes('issuedDate') && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
          <input
            ref={picker}
            type="file"
            hidden
            aria-label={t('permitDocument')}
            onChange={({ target }) => onChange({ ...issuance, file: target.files?.[0] ?? null })}
          />
          <Button variant="outlined" size="small" onClick={() => picker.current?.click()}>
            {t(issuance.file === null ? 'attachPermit' : 'replacePermit')}
          </Button>
          <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {issuance.file?.name ?? t('permitDocumentHint')}
          </Typography>
        </Box>
      )}
    </>
  )
}
