import type { AttributeCondition, Field } from '@portal/contract'
import { Box } from '@portal/shared-ui/mui'
import { ConditionRowFields } from '../../parts/ConditionRowFields.tsx'
import { emptyRow } from '../../parts/condition-rows.ts'
import { Choice } from '../../parts/fields.tsx'
import { t } from './texts.ts'

export interface ConditionChoiceProps {
  label: string
  /** null: never. */
  value: AttributeCondition | null
  /** The choices and checkboxes that it can depend on. */
  fields: ReadonlyMap<string, Field>
  allowsNever: boolean
  problem: string | null
  onChange: (value: AttributeCondition | null) => void
}

/** When a detail is shown or required: never, always, or by the value of another field. */
export function ConditionChoice({
  label,
  value,
  fields,
  allowsNever,
  problem,
  onChange,
}: ConditionChoiceProps) {
  const [field, values = []] = Object.entries(value ?? {})[0] ?? []
  const mode = value === null ? 'never' : field === undefined ? 'always' : 'when'
  const modes = [...(allowsNever ? (['never'] as const) : []), 'always' as const, 'when' as const]
  const choose = (chosen: 'never' | 'always' | 'when') => {
    const [first] = fields.keys()
    if (chosen === 'when') onChange(first === undefined ? {} : { [first]: [] })
    else onChange(chosen === 'never' ? null : {})
  }
  const choice = (
    <Choice
      label={label}
      value={mode}
      options={modes.map((each) => [each, t(each)] as const)}
      onChange={choose}
    />
  )
  if (field === undefined)
    return (
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>{choice}</Box>
    )
  return (
    <ConditionRowFields
      row={{ ...emptyRow(field), values }}
      fields={fields}
      problems={problem === null ? {} : { values: problem }}
      beside={choice}
      onChange={(row) =>
        onChange(row.field === field ? { ...value, [field]: [...row.values] } : { [row.field]: [] })
      }
    />
  )
}
