import { TextField } from '@portal/shared-ui/mui'

interface NoteFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** The note in the list of versions, written by the user who publishes. */
export function NoteField({ label, value, onChange }: NoteFieldProps) {
  return (
    <TextField
      label={label}
      size="small"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ htmlInput: { maxLength: 500 } }}
    />
  )
}
