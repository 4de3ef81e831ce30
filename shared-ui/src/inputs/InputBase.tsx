import MuiInputBase from '@mui/material/InputBase'
import MuiOutlinedInput from '@mui/material/OutlinedInput'
import type { InputBaseProps as MuiInputBaseProps } from '@mui/material/InputBase'
import type { OutlinedInputProps as MuiOutlinedInputProps } from '@mui/material/OutlinedInput'

export type InputBaseProps = Omit<MuiInputBaseProps, 'autoComplete'>

/**
 * A bare input without a border, autocomplete off. Give it `inputProps={{ 'aria-label': ... }}` or a label.
 */
export function InputBase(props: InputBaseProps) {
  return <MuiInputBase {...props} autoComplete="off" />
}

export type OutlinedInputProps = Omit<MuiOutlinedInputProps, 'autoComplete'>

/** An input with a border and without a label, autocomplete off. */
export function OutlinedInput(props: OutlinedInputProps) {
  return <MuiOutlinedInput {...props} autoComplete="off" />
}
