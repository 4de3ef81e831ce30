import { TextField } from './TextField.tsx'

/** Where a day is typed or picked; empty text for none. */
export function DayField({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  return (
    <TextField
      type="date"
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}
