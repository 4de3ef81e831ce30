import MenuItem from '@mui/material/MenuItem'
import { useQuery } from '@tanstack/react-query'
import { collections } from '@portal/contract'
import type { CollectionName } from '@portal/contract'
import { TextField } from '../inputs/TextField.tsx'
import { recordFilesQuery } from './record-files.ts'
import { t } from './texts.ts'

export interface FileFieldProps {
  /** The record whose files they are. */
  collection: CollectionName
  pid: string
  label: string
  /** What choosing no file is called. */
  none: string
  value: string
  onChange: (file: string) => void
}

/** Chooses one of the files of a record; empty text for none. */
export function FileField({ collection, pid, label, none, value, onChange }: FileFieldProps) {
  const { table, noun } = collections[collection]
  const files = useQuery(recordFilesQuery(table, pid))
  return (
    <TextField
      select
      label={label}
      value={value}
      helperText={t(files.error === null ? 'filesOfRecord' : 'filesOfRecordFailed', { noun })}
      onChange={({ target }) => onChange(target.value)}
    >
      <MenuItem value="">{none}</MenuItem>
      {(files.data ?? []).map(({ pid: file, name }) => (
        <MenuItem key={file} value={file}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}
