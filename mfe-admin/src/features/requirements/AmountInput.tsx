import { TextField } from '@portal/shared-ui/mui'

interface AmountInputProps {
  label: string
  value: string
  problem?: string | undefined
  disabled?: boolean
  onChange: (text: string) => void
}

/** A field for a number or an amount, as it is typed. */
export function AmountInput({ label, value, problem, disabled = false, onChange }: AmountInputProps) {
  return (
    <TextField
      size="small"
      label={label}
      value={value}
      disabled={disabled}
      error={problem !== undefined}
      helperText={problem}
      onChange={({ target }) => onChange(target.value)}
      // A label on the border is whole in narrow columns too.
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { inputMode: 'decimal', maxLength: 24 } }}
    />
  )
}
