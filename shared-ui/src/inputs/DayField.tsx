import { TextField } from './TextField.tsx'

export interface DayFieldProps {
  label: string
  value: string
  onChange: (day: string) => void
  error?: boolean
  helperText?: string
  required?: boolean
  autoFocus?: boolean
}

/** A field to type or pick a day; empty text for none. */
export function DayField({ label, value, onChange, ...others }: DayFieldProps) {
  return (
    <TextField
      type="date"
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ inputLabel: { shrink: true } }}
      {...others}
    />
  )
}
