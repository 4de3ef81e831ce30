import MuiSelect from '@mui/material/Select'
import type { SelectProps as MuiSelectProps } from '@mui/material/Select'

export type SelectProps<Value> = Omit<MuiSelectProps<Value>, 'autoComplete' | 'variant'>

/** A select for one or several values; its hidden input has autocomplete off. */
export function Select<Value = unknown>(props: SelectProps<Value>) {
  return <MuiSelect<Value> {...props} variant="outlined" autoComplete="off" />
}
