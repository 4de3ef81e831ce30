import MenuItem from '@mui/material/MenuItem'
import { useQuery } from '@tanstack/react-query'
import { collections, screenLabel } from '@portal/contract'
import type { CollectionName, Reference } from '@portal/contract'
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
  /** The chosen file where it lies elsewhere than at the top of the record's folder, or has just arrived. */
  chosen?: Reference | null
  onChange: (file: string, title: string) => void
}

/** Chooses one of the files of a record; empty text for none. */
export function FileField({ collection, pid, label, none, value, chosen = null, onChange }: FileFieldProps) {
  const { table, noun } = collections[collection]
  const files = useQuery(recordFilesQuery(table, pid))
  const listed = (files.data ?? []).map((file) => ({ pid: file.pid, title: file.name }))
  const options =
    chosen === null || listed.some((file) => file.pid === chosen.pid) ? listed : [chosen, ...listed]
  return (
    <TextField
      select
      label={label}
      value={value}
      helperText={t(files.error === null ? 'filesOfRecord' : 'filesOfRecordFailed', {
        noun: screenLabel(noun),
      })}
      onChange={({ target }) =>
        onChange(target.value, options.find((file) => file.pid === target.value)?.title ?? '')
      }
    >
      <MenuItem value="">{none}</MenuItem>
      {options.map(({ pid: file, title }) => (
        <MenuItem key={file} value={file}>
          {title}
        </MenuItem>
      ))}
    </TextField>
  )
}
