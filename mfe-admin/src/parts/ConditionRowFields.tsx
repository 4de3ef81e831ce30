import { isNumberField } from '@portal/contract'
import type { Field } from '@portal/contract'
import { screenOptions } from '@portal/shared-ui'
import { Box, FormHelperText, TextField } from '@portal/shared-ui/mui'
import type { ReactNode } from 'react'
import { emptyRow } from './condition-rows.ts'
import type { ConditionRow, RowProblems } from './condition-rows.ts'
import { t } from './condition-texts.ts'
import { Choice, Several } from './fields.tsx'
import { labelOfField } from './format-condition.ts'

const twoColumns = { display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } } as const

const codesOf = ({ type, options }: Field): readonly (readonly [string, string])[] =>
  type === 'boolean'
    ? [
        ['true', t('yes')],
        ['false', t('no')],
      ]
    : screenOptions(options).map(({ code, label }) => [code, label] as const)

interface RowProps {
  row: ConditionRow
  /** The fields that can be chosen. */
  fields: ReadonlyMap<string, Field>
  problems: RowProblems
  onChange: (row: ConditionRow) => void
  /** Beside the choice of the field. */
  beside?: ReactNode
}

function Values({ row, problems, onChange, declared }: Omit<RowProps, 'fields'> & { declared: Field }) {
  if (isNumberField(declared))
    return (
      <Box sx={twoColumns}>
        {(['least', 'most'] as const).map((limit) => (
          <TextField
            key={limit}
            size="small"
            label={t(limit)}
            value={row[limit]}
            error={problems[limit] !== undefined}
            helperText={problems[limit]}
            onChange={({ target }) => onChange({ ...row, [limit]: target.value })}
            slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 24 } }}
          />
        ))}
      </Box>
    )
  return (
    <div>
      <Several
        label={t('isOneOf')}
        values={row.values.map(String)}
        options={codesOf(declared)}
        onChange={(chosen) =>
          onChange({
            ...row,
            values: declared.type === 'boolean' ? chosen.map((code) => code === 'true') : chosen,
          })
        }
      />
      {problems.values !== undefined && (
        <FormHelperText error sx={{ margin: 0 }}>
          {problems.values}
        </FormHelperText>
      )}
    </div>
  )
}

/** One field of a condition: the field, and its values or the limits of its range. */
export function ConditionRowFields({ row, fields, problems, onChange, beside }: RowProps) {
  const declared = fields.get(row.field)
  const choices = [...fields, ...(declared === undefined ? [[row.field, undefined] as const] : [])]
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Box sx={twoColumns}>
        {beside}
        <Choice
          label={t('field')}
          value={row.field}
          options={choices.map(([name, each]) => [name, labelOfField(name, each)] as const)}
          onChange={(name) => onChange(emptyRow(name, row.id))}
        />
      </Box>
      {problems.field !== undefined && (
        <FormHelperText error sx={{ margin: 0 }}>
          {problems.field}
        </FormHelperText>
      )}
      {declared !== undefined && (
        <Values row={row} problems={problems} onChange={onChange} declared={declared} />
      )}
    </Box>
  )
}
