import { TextField } from '@portal/shared-ui/mui'
import { t } from './texts.ts'

/** The reason for an action on a user or a request; stored in the audit. */
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
