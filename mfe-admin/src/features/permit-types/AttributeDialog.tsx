import {
  conditionFields,
  customFieldTypes,
  fieldOfAttribute,
  foldText,
  screenLabelOf,
} from '@portal/contract'
import type { LibraryAttribute, PermitLibrary } from '@portal/contract'
import { FormDialog, fieldKey, useLibraryChoices } from '@portal/shared-ui'
import {
  Box,
  Button,
  Checkbox,
  FormControlLabel,
  FormHelperText,
  TextField,
  Typography,
} from '@portal/shared-ui/mui'
import { useState } from 'react'
import { Choice, Several } from '../../parts/fields.tsx'
import { linesOf } from '../../parts/lines.ts'
import { ConditionChoice } from './ConditionChoice.tsx'
import { useLibraryChange } from './permit-types.queries.ts'
import { t } from './texts.ts'

export interface AttributeDialogProps {
  /** The attribute as it is; null for a new one. */
  attribute: LibraryAttribute | null
  library: PermitLibrary
  onClose: () => void
}

const blank: LibraryAttribute = {
  name: '',
  label: '',
  type: 'text',
  masked: true,
  permitTypes: [],
  shownWhen: {},
  requiredWhen: null,
}

/** The line of each value; an empty or missing one leaves the value as it is. */
const optionsEsOf = (options: readonly string[], text: string) => {
  const lines = text.split('\n').map((line) => line.trim())
  return options.map((_, at) => (lines[at] ?? '').slice(0, 60))
}
const isUnfinished = (condition: LibraryAttribute['requiredWhen']) =>
  Object.values(condition ?? {}).some((values) => values.length === 0)

/** What is wrong with what was typed; null where nothing is. */
function problemsOf(attribute: LibraryAttribute, isNew: boolean, all: readonly LibraryAttribute[]) {
  const { name, label, type, options = [], permitTypes, shownWhen, requiredWhen } = attribute
  const isTaken = all.some((each) => each.name === name || foldText(each.label) === foldText(label.trim()))
  return {
    label: isNew && name === '' ? t('attributeNameWrong') : isNew && isTaken ? t('attributeTaken') : null,
    options: type === 'enum' && options.length === 0 ? t('valuesMissing') : null,
    types: permitTypes.length === 0 ? t('typesMissing') : null,
    shown: isUnfinished(shownWhen) ? t('conditionMissing') : null,
    required: isUnfinished(requiredWhen) ? t('conditionMissing') : null,
  }
}

function toAttribute(
  { options, unit = '', unitEs = '', label, labelEs = '', ...attribute }: LibraryAttribute,
  linesEs: string,
): LibraryAttribute {
  const optionsEs = optionsEsOf(options ?? [], linesEs)
  const { optionsEs: _former, ...rest } = attribute
  return {
    ...rest,
    label: label.trim(),
    ...(labelEs.trim() !== '' && { labelEs: labelEs.trim() }),
    ...(attribute.type === 'enum' && options !== undefined && { options }),
    ...(attribute.type === 'enum' && optionsEs.some((text) => text !== '') && { optionsEs }),
    ...(attribute.type === 'number' && unit.trim() !== '' && { unit: unit.trim() }),
    ...(attribute.type === 'number' && unitEs.trim() !== '' && { unitEs: unitEs.trim() }),
  }
}

/** The form of one attribute. Name, kind, values and unit are those of its field and stay. */
export function AttributeDialog({ attribute: given, library, onClose }: AttributeDialogProps) {
  const isNew = given === null
  const [attribute, setAttribute] = useState(given ?? blank)
  const [lines, setLines] = useState('')
  const [linesEs, setLinesEs] = useState((given?.optionsEs ?? []).join('\n'))
  const [isTried, setTried] = useState(false)
  const change = useLibraryChange(onClose)
  const types = useLibraryChoices('permitTypes', attribute.permitTypes)
  const set = (next: Partial<LibraryAttribute>) => setAttribute((known) => ({ ...known, ...next }))
  const problems = problemsOf(attribute, isNew, library.attributes)
  const fields = new Map(
    [...conditionFields(library)].filter(([name]) => name !== fieldOfAttribute(attribute)),
  )
  const submit = () => {
    setTried(true)
    if (Object.values(problems).some((problem) => problem !== null)) return
    const next = toAttribute(attribute, linesEs)
    change.mutate({
      change: ({ attributes, ...known }) => ({
        ...known,
        attributes: isNew
          ? [...attributes, next]
          : attributes.map((each) => (each.name === next.name ? next : each)),
      }),
      told: t(isNew ? 'added' : 'saved', { label: next.label }),
    })
  }
  const remove = () =>
    change.mutate({
      change: ({ attributes, ...known }) => ({
        ...known,
        attributes: attributes.filter(({ name }) => name !== attribute.name),
      }),
      told: t('removed', { label: attribute.label }),
    })
  return (
    <FormDialog
      wide
      title={
        isNew ? t('newAttribute') : t('editAttribute', { label: screenLabelOf(given.label, given.labelEs) })
      }
      action={t(isNew ? 'add' : 'save')}
      isBusy={change.isPending}
      failure={change.error?.message ?? null}
      onSubmit={submit}
      onClose={onClose}
    >
      {isNew && (
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          <TextField
            size="small"
            required
            autoFocus
            label={t('name')}
            value={attribute.label}
            error={isTried && problems.label !== null}
            helperText={isTried ? problems.label : undefined}
            onChange={({ target }) => set({ label: target.value, name: fieldKey(target.value) })}
            slotProps={{ htmlInput: { maxLength: 40 } }}
          />
          <Choice
            label={t('kind')}
            value={attribute.type}
            options={customFieldTypes.map((type) => [type, t(`kind_${type}`)] as const)}
            onChange={(type) => set({ type })}
          />
          {attribute.type === 'number' && (
            <TextField
              size="small"
              label={t('unit')}
              value={attribute.unit ?? ''}
              helperText={t('unitHint')}
              onChange={({ target }) => set({ unit: target.value })}
              slotProps={{ htmlInput: { maxLength: 15 } }}
            />
          )}
          {attribute.type === 'enum' && (
            <TextField
              size="small"
              required
              multiline
              minRows={2}
              label={t('values')}
              value={lines}
              error={isTried && problems.options !== null}
              helperText={isTried ? problems.options : undefined}
              onChange={({ target }) => {
                setLines(target.value)
                set({ options: linesOf(target.value) })
              }}
            />
          )}
        </Box>
      )}
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <TextField
          size="small"
          label={t('nameEs')}
          value={attribute.labelEs ?? ''}
          onChange={({ target }) => set({ labelEs: target.value })}
          slotProps={{ htmlInput: { maxLength: 60 } }}
        />
        {attribute.type === 'number' && (attribute.unit ?? '') !== '' && (
          <TextField
            size="small"
            label={t('unitEs')}
            value={attribute.unitEs ?? ''}
            onChange={({ target }) => set({ unitEs: target.value })}
            slotProps={{ htmlInput: { maxLength: 15 } }}
          />
        )}
        {attribute.type === 'enum' && (
          <TextField
            size="small"
            multiline
            minRows={2}
            label={t('valuesEs')}
            value={linesEs}
            helperText={t('valuesEsHint', { values: (attribute.options ?? []).join(', ') })}
            onChange={({ target }) => setLinesEs(target.value)}
          />
        )}
      </Box>
      <Box>
        <Several
          label={t('permitTypes')}
          values={attribute.permitTypes}
          options={types.map(({ code, label }) => [code, label] as const)}
          onChange={(permitTypes) => set({ permitTypes })}
        />
        {isTried && problems.types !== null && (
          <FormHelperText error sx={{ marginInline: 0 }}>
            {problems.types}
          </FormHelperText>
        )}
      </Box>
      <ConditionChoice
        label={t('shown')}
        value={attribute.shownWhen}
        fields={fields}
        allowsNever={false}
        problem={isTried ? problems.shown : null}
        onChange={(shownWhen) => set({ shownWhen: shownWhen ?? {} })}
      />
      <ConditionChoice
        label={t('required')}
        value={attribute.requiredWhen}
        fields={fields}
        allowsNever
        problem={isTried ? problems.required : null}
        onChange={(requiredWhen) => set({ requiredWhen })}
      />
      {isNew ? (
        <Box>
          <FormControlLabel
            label={t('forClients')}
            control={
              <Checkbox
                size="small"
                checked={!attribute.masked}
                onChange={(_, isSeen) => set({ masked: !isSeen })}
              />
            }
          />
          <FormHelperText sx={{ marginInline: 0 }}>{t('forClientsHint')}</FormHelperText>
        </Box>
      ) : (
        <Box>
          <Button color="error" disabled={change.isPending} onClick={remove}>
            {t('removeAttribute')}
          </Button>
          <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
            {t('removeHint')}
          </Typography>
        </Box>
      )}
    </FormDialog>
  )
}
