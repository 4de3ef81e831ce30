import MuiInputBase from '@mui/material/InputBase'
import MuiOutlinedInput from '@mui/material/OutlinedInput'
import type { InputBaseProps as MuiInputBaseProps } from '@mui/material/InputBase'
import type { OutlinedInputProps as MuiOutlinedInputProps } from '@mui/material/OutlinedInput'

export type InputBaseProps = Omit<MuiInputBaseProps, 'autoComplete'>

/**
 * A bare input without an edge, autocomplete off. Give it `inputProps={{ 'aria-label': ... }}` or a label.
 */
export function InputBase(props: InputBaseProps) {
  return <MuiInputBase {...props} autoComplete="off" />
}

export type OutlinedInputProps = Omit<MuiOutlinedInputProps, 'autoComplete'>

/** An input with an edge and without a label of its own, autocomplete off. */
export function OutlinedInput(props: OutlinedInputProps) {
  return <MuiOutlinedInput {...props} autoComplete="off" />
}
