import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { findField, operatorsOf } from '@portal/contract'
import type { Filter } from '@portal/contract'
import { Icon } from '../../icons/Icon.tsx'
import { mdiClose } from '../../icons/paths.ts'
import { Select } from '../../inputs/Select.tsx'
import { FieldSelect } from '../grid/menus/FieldSelect.tsx'
import { useRecordPage } from '../page/record-page-context.ts'
import { firstOperator, takesMany, takesNoValue } from './filter-tree.ts'
import type { Condition } from './filter-tree.ts'
import { operatorLabel, t } from './texts.ts'
import { ValueInput } from './ValueInput.tsx'

export interface ConditionEditorProps {
  condition: Condition
  /** What the records meet besides, by which the values on offer are counted. */
  beside: Filter
  onChange: (condition: Condition) => void
  onRemove: () => void
}

const shapeOf = ({ operator }: Pick<Condition, 'operator'>) =>
  takesNoValue(operator)
    ? 'none'
    : takesMany(operator)
      ? 'many'
      : operator === 'between' || operator === 'within'
        ? operator
        : 'one'

/** A new condition on the field of that name. */
export function conditionOn(collection: Parameters<typeof findField>[0], field: string): Condition {
  const declared = findField(collection, field)
  return {
    kind: 'condition',
    field,
    operator: declared === undefined ? 'isNotEmpty' : firstOperator(declared),
    value: undefined,
  }
}

/** One line: field, operator, value; the operators are those of the field's type. */
export function ConditionEditor({ condition, beside, onChange, onRemove }: ConditionEditorProps) {
  const { collection, allColumns } = useRecordPage()
  const declared = findField(collection, condition.field)
  const label = allColumns.find(({ name }) => name === condition.field)?.label ?? condition.field
  const isDate = declared?.type === 'date' || declared?.type === 'datetime'
  const setOperator = (name: string) => {
    const operator =
      declared === undefined ? undefined : operatorsOf[declared.type].find((known) => known === name)
    if (operator === undefined) return
    const keeps = shapeOf({ operator }) === shapeOf(condition)
    onChange({ ...condition, operator, value: keeps ? condition.value : undefined })
  }
  return (
    <Box role="group" aria-label={label} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, flex: 1, minWidth: 0 }}>
        <FieldSelect
          label={t('field')}
          columns={allColumns}
          value={condition.field}
          onChoose={(field) => onChange(conditionOn(collection, field))}
        />
        {declared !== undefined && (
          <Select
            native
            size="small"
            value={condition.operator}
            onChange={({ target }) => setOperator(String(target.value))}
            inputProps={{ 'aria-label': t('operator') }}
          >
            {operatorsOf[declared.type].map((operator) => (
              <option key={operator} value={operator}>
                {operatorLabel(operator, isDate)}
              </option>
            ))}
          </Select>
        )}
        {declared !== undefined && (
          <Box data-value sx={{ display: 'contents' }}>
            <ValueInput
              key={`${condition.field} ${shapeOf(condition)}`}
              condition={condition}
              declared={declared}
              label={label}
              beside={beside}
              onChange={(value) => onChange({ ...condition, value })}
            />
          </Box>
        )}
      </Box>
      <IconButton aria-label={t('removeCondition', { label })} onClick={onRemove}>
        <Icon path={mdiClose} size={16} />
      </IconButton>
    </Box>
  )
}
