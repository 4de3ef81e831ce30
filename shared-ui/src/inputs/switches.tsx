import MuiCheckbox from '@mui/material/Checkbox'
import MuiRadio from '@mui/material/Radio'
import MuiSwitch from '@mui/material/Switch'
import type { CheckboxProps as MuiCheckboxProps } from '@mui/material/Checkbox'
import type { RadioProps as MuiRadioProps } from '@mui/material/Radio'
import type { SwitchProps as MuiSwitchProps } from '@mui/material/Switch'
import type { InputHTMLAttributes } from 'react'

/** Attributes of the native input, passed as `input`. They exclude autocomplete, which is always off. */
interface NativeInput {
  input?: Omit<InputHTMLAttributes<HTMLInputElement>, 'autoComplete'>
}

const off = (input: NativeInput['input']) => ({ input: { ...input, autoComplete: 'off' } })

export type CheckboxProps = Omit<MuiCheckboxProps, 'slotProps'> & NativeInput
export function Checkbox({ input, ...props }: CheckboxProps) {
  return <MuiCheckbox {...props} slotProps={off(input)} />
}

export type RadioProps = Omit<MuiRadioProps, 'slotProps'> & NativeInput
export function Radio({ input, ...props }: RadioProps) {
  return <MuiRadio {...props} slotProps={off(input)} />
}

export type SwitchProps = Omit<MuiSwitchProps, 'slotProps'> & NativeInput
export function Switch({ input, ...props }: SwitchProps) {
  return <MuiSwitch {...props} slotProps={off(input)} />
}
