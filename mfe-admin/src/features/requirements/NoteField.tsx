import { TextField } from '@portal/shared-ui/mui'
import { t } from './texts.ts'

/** What a publication is about, for the list of versions. */
export function NoteField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextField
      label={t('note')}
      size="small"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ htmlInput: { maxLength: 500 } }}
    />
  )
}
