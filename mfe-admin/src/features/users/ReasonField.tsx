import { TextField } from '@portal/shared-ui/mui'
import { t } from './texts.ts'

/** Why something is done to a person or a request; it stands in the audit. */
export function ReasonField({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  return (
    <TextField
      label={t('reason')}
      multiline
      minRows={2}
      maxRows={8}
      autoFocus
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ htmlInput: { maxLength: 1_000 } }}
    />
  )
}
