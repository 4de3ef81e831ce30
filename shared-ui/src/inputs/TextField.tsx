import MuiTextField from '@mui/material/TextField'
import type { OutlinedTextFieldProps } from '@mui/material/TextField'
import { caretToEnd } from './caret.ts'

export type TextFieldProps = Omit<OutlinedTextFieldProps, 'variant' | 'autoComplete'> & {
  /** Set for the sign-in field that offers passkeys, the only input with autocomplete on. */
  passkey?: boolean
}

/** A labeled input. Autocomplete is off in every input (specification.md 5) except the passkey field. */
export function TextField({ passkey = false, ...props }: TextFieldProps) {
  return (
    <MuiTextField
      {...(props.multiline === true && { onFocus: caretToEnd })}
      {...props}
      autoComplete={passkey ? 'username webauthn' : 'off'}
    />
  )
}
