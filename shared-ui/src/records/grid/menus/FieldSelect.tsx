import { Select } from '../../../inputs/Select.tsx'
import type { Column } from '../columns.ts'

export interface FieldSelectProps {
  /** Accessible name. */
  label: string
  columns: readonly Column[]
  /** Name of the chosen field. */
  value: string
  onChoose: (name: string) => void
}

/** A choice of one field by its label; the browser's own list, which also works on a phone. */
export function FieldSelect({ label, columns, value, onChoose }: FieldSelectProps) {
  const isKnown = columns.some(({ name }) => name === value)
  return (
    <Select
      native
      size="small"
      value={value}
      onChange={({ target }) => onChoose(String(target.value))}
      inputProps={{ 'aria-label': label }}
      sx={{ minWidth: 0, flex: '1 1 140px', maxWidth: 260 }}
    >
      {!isKnown && <option value={value}>{value}</option>}
      {columns.map((column) => (
        <option key={column.name} value={column.name}>
          {column.label}
        </option>
      ))}
    </Select>
  )
}
