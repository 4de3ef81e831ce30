import { TextField } from '@portal/shared-ui/mui'
import { t } from './texts.ts'

/** What the history of the map says of a publication, in the words of who makes it. */
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
