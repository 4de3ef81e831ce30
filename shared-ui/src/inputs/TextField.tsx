import MuiTextField from '@mui/material/TextField'
import type { OutlinedTextFieldProps } from '@mui/material/TextField'
import { caretToEnd } from './caret.ts'

export type TextFieldProps = Omit<OutlinedTextFieldProps, 'variant' | 'autoComplete'> & {
  /** The sign-in field that offers passkeys: the one input whose autocomplete is on. */
  passkey?: boolean
}

/** A labelled input. Autocomplete is off in every input (specification.md 5), the passkey field excepted. */
export function TextField({ passkey = false, ...props }: TextFieldProps) {
  return (
    <MuiTextField
      {...(props.multiline === true && { onFocus: caretToEnd })}
      {...props}
      autoComplete={passkey ? 'username webauthn' : 'off'}
    />
  )
}
