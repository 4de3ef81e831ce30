import type { AttributeCondition, Field } from '@portal/contract'
import { screenOptions } from '@portal/shared-ui'
import { Box, FormHelperText } from '@portal/shared-ui/mui'
import { Choice, Several } from '../../parts/fields.tsx'
import { labelOfField } from './format-condition.ts'
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

const codesOf = ({ type, options }: Field): readonly (readonly [string, string])[] =>
  type === 'boolean'
    ? [
        ['true', t('yes')],
        ['false', t('no')],
      ]
    : screenOptions(options).map(({ code, label }) => [code, label] as const)

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
  const declared = field === undefined ? undefined : fields.get(field)
  const mode = value === null ? 'never' : field === undefined ? 'always' : 'when'
  const modes = [...(allowsNever ? (['never'] as const) : []), 'always' as const, 'when' as const]
  const choose = (chosen: 'never' | 'always' | 'when') => {
    const [first] = fields.keys()
    if (chosen === 'when') onChange(first === undefined ? {} : { [first]: [] })
    else onChange(chosen === 'never' ? null : {})
  }
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <Choice
          label={label}
          value={mode}
          options={modes.map((each) => [each, t(each)] as const)}
          onChange={choose}
        />
        {field !== undefined && (
          <Choice
            label={t('field')}
            value={field}
            options={[...fields].map(([name, each]) => [name, labelOfField(name, each)] as const)}
            onChange={(name) => onChange({ [name]: [] })}
          />
        )}
      </Box>
      {field !== undefined && declared !== undefined && (
        <div>
          <Several
            label={t('isOneOf')}
            values={values.map(String)}
            options={codesOf(declared)}
            onChange={(chosen) =>
              onChange({
                ...value,
                [field]: declared.type === 'boolean' ? chosen.map((code) => code === 'true') : chosen,
              })
            }
          />
          {problem !== null && (
            <FormHelperText error sx={{ marginInline: 0 }}>
              {problem}
            </FormHelperText>
          )}
        </div>
      )}
    </Box>
  )
}
