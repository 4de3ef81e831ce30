import { recordFilesQuery } from '@portal/shared-ui'
import { MenuItem, TextField } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { t } from './texts.ts'

export interface FileFieldProps {
  permit: string
  label: string
  /** What choosing no file is called. */
  none: string
  value: string
  onChange: (file: string) => void
}

/** Chooses one of the files of a permit; empty text for none. */
export function FileField({ permit, label, none, value, onChange }: FileFieldProps) {
  const files = useQuery(recordFilesQuery('permits', permit))
  return (
    <TextField
      select
      label={label}
      value={value}
      helperText={files.error === null ? t('filesHint') : t('filesFailed')}
      onChange={({ target }) => onChange(target.value)}
    >
      <MenuItem value="">{none}</MenuItem>
      {(files.data ?? []).map(({ pid, name }) => (
        <MenuItem key={pid} value={pid}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}
