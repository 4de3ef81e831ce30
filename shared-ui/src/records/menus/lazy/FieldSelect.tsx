import { Select } from '../../../inputs/Select.tsx'
import type { Column } from '../../columns.ts'
import { t } from './texts.ts'

export interface FieldSelectProps {
  /** Accessible name. */
  label: string
  columns: readonly Column[]
  /** Name of the chosen field; empty for none yet, which the list then offers as its first line. */
  value: string
  placeholder?: string
  onChoose: (name: string) => void
}

/** A choice of one field by its label; the browser's own list, which also works on a phone. */
export function FieldSelect({ label, columns, value, placeholder, onChoose }: FieldSelectProps) {
  const isKnown = value === '' || columns.some(({ name }) => name === value)
  return (
    <Select
      native
      size="small"
      value={value}
      onChange={({ target }) => onChoose(String(target.value))}
      inputProps={{ 'aria-label': label }}
      sx={{ minWidth: 0, flex: '1 1 140px', maxWidth: 260 }}
    >
      {value === '' && <option value="">{placeholder ?? t('chooseField')}</option>}
      {!isKnown && <option value={value}>{value}</option>}
      {columns.map((column) => (
        <option key={column.name} value={column.name}>
          {column.label}
        </option>
      ))}
    </Select>
  )
}
