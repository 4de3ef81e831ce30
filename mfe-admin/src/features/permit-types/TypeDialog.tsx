import { LibraryCode, LibraryPermitType, foldText, permitCategories, usualValidDays } from '@portal/contract'
import type { LibraryDocumentType, LibraryPart, PermitLibrary } from '@portal/contract'
import { FormDialog } from '@portal/shared-ui'
import { Box, Checkbox, FormControlLabel, FormHelperText, TextField } from '@portal/shared-ui/mui'
import { useState } from 'react'
import { agencyName } from '../../parts/agencies.queries.ts'
import type { Agency } from '../../parts/agencies.queries.ts'
import { Choice, Several } from '../../parts/fields.tsx'
import { useLibraryChange } from './permit-types.queries.ts'
import { t } from './texts.ts'

type Row = LibraryDocumentType & Partial<Pick<LibraryPermitType, 'category' | 'authorities' | 'validDays'>>

export interface TypeDialogProps {
  part: LibraryPart
  /** The type as it is; null for a new one. */
  type: Row | null
  library: PermitLibrary
  agencies: readonly Agency[]
  onClose: () => void
}

/** The title of the form, and the button that opens it. */
export const newTitles = {
  permitTypes: 'newPermitType',
  documentTypes: 'newDocumentType',
  fees: 'newFee',
} as const satisfies Record<LibraryPart, string>

const blank: Row = { code: '', label: '', retired: false, category: 'BUILDING', authorities: [] }

const ValidDays = LibraryPermitType.shape.validDays

/** `Curb cut` -> `CURB_CUT` */
const codeOf = (label: string) =>
  foldText(label)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^[^A-Z]+|_+$/g, '')
    .slice(0, 40)

/** What is wrong with the name and the code; null where nothing is. */
function problemsOf(row: Row, isNew: boolean, part: LibraryPart, rows: readonly Row[]) {
  const others = rows.filter(({ code }) => isNew || code !== row.code)
  const folded = foldText(row.label.trim())
  const isTaken = others.some(({ label }) => foldText(label) === folded)
  const label =
    folded === '' ? t('nameMissing') : isTaken ? t(part === 'fees' ? 'feeNameTaken' : 'nameTaken') : null
  if (!isNew) return { label, code: null }
  const isWrong = !LibraryCode.safeParse(row.code).success
  const isKnown = others.some(({ code }) => code === row.code)
  const known = isKnown ? t(part === 'fees' ? 'feeCodeTaken' : 'codeTaken') : null
  return { label, code: isWrong ? t('codeWrong') : known }
}

/** The library with the row put in the place of its code, or at the end. */
function withRow(library: PermitLibrary, part: LibraryPart, row: Row): PermitLibrary {
  const put = <Known extends Row>(rows: readonly Known[], next: Known) => {
    const at = rows.findIndex(({ code }) => code === next.code)
    return at < 0 ? [...rows, next] : rows.with(at, next)
  }
  const { code, retired, category = 'BUILDING', authorities = [], validDays } = row
  const labelEs = row.labelEs?.trim() ?? ''
  const named = { code, label: row.label.trim(), ...(labelEs !== '' && { labelEs }), retired }
  return part === 'permitTypes'
    ? {
        ...library,
        permitTypes: put(library.permitTypes, {
          ...named,
          category,
          authorities,
          ...(validDays !== undefined && { validDays }),
        }),
      }
    : { ...library, [part]: put(library[part], named) }
}

/** The form of one permit type, document type or fee. */
export function TypeDialog({ part, type, library, agencies, onClose }: TypeDialogProps) {
  const isNew = type === null
  const [row, setRow] = useState(type ?? blank)
  const [isTried, setTried] = useState(false)
  const change = useLibraryChange(onClose)
  const set = (next: Partial<Row>) => setRow((known) => ({ ...known, ...next }))
  const problems = problemsOf(row, isNew, part, library[part])
  const isDaysWrong = !ValidDays.safeParse(row.validDays).success
  const submit = () => {
    setTried(true)
    if (problems.label !== null || problems.code !== null || isDaysWrong) return
    change.mutate({
      change: (known) => withRow(known, part, row),
      told: t(isNew ? 'added' : 'saved', { label: row.label.trim() }),
    })
  }
  const { authorities = [] } = row
  const codes = new Set([...agencies.map(({ shortCode }) => shortCode), ...authorities])
  return (
    <FormDialog
      title={isNew ? t(newTitles[part]) : t('editType', { label: type.label })}
      action={t(isNew ? 'add' : 'save')}
      isBusy={change.isPending}
      failure={change.error?.message ?? null}
      wide={part === 'permitTypes'}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        size="small"
        required
        autoFocus
        label={t('name')}
        value={row.label}
        error={isTried && problems.label !== null}
        helperText={isTried ? problems.label : undefined}
        onChange={({ target }) =>
          set({
            label: target.value,
            ...(isNew && row.code === codeOf(row.label) && { code: codeOf(target.value) }),
          })
        }
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
      <TextField
        size="small"
        label={t('nameEs')}
        value={row.labelEs ?? ''}
        onChange={({ target }) => set({ labelEs: target.value })}
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
      {isNew && (
        <TextField
          size="small"
          required
          label={t('code')}
          value={row.code}
          error={isTried && problems.code !== null}
          helperText={isTried && problems.code !== null ? problems.code : t('codeHint')}
          onChange={({ target }) => set({ code: target.value.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_') })}
          slotProps={{ htmlInput: { maxLength: 40 } }}
        />
      )}
      {part === 'permitTypes' && (
        <>
          <Choice
            label={t('category')}
            value={row.category ?? 'BUILDING'}
            options={permitCategories.map((category) => [category, t(`category_${category}`)] as const)}
            onChange={(category) => set({ category })}
          />
          <Box>
            <Several
              label={t('agencies')}
              values={authorities}
              options={[...codes].map((code) => [code, agencyName(agencies, code)])}
              onChange={(chosen) => set({ authorities: chosen })}
            />
            <FormHelperText sx={{ marginInline: 0 }}>{t('agenciesHint')}</FormHelperText>
          </Box>
          <TextField
            size="small"
            type="number"
            label={t('validDays')}
            value={row.validDays ?? ''}
            error={isTried && isDaysWrong}
            helperText={
              isTried && isDaysWrong ? t('validDaysWrong') : t('validDaysHint', { count: usualValidDays })
            }
            onChange={({ target: { value } }) => set({ validDays: value === '' ? undefined : Number(value) })}
            slotProps={{ htmlInput: { min: 1, max: 3650 } }}
          />
        </>
      )}
      {!isNew && (
        <FormControlLabel
          label={t('retire')}
          control={
            <Checkbox size="small" checked={row.retired} onChange={(_, retired) => set({ retired })} />
          }
        />
      )}
    </FormDialog>
  )
}
