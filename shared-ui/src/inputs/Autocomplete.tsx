import MuiAutocomplete from '@mui/material/Autocomplete'
import type { AutocompleteProps } from '@mui/material/Autocomplete'
import { t } from './texts.ts'

/** A text field with suggestions, whose buttons and messages are in the language of the screen. */
export function Autocomplete<
  Value,
  Multiple extends boolean | undefined = false,
  DisableClearable extends boolean | undefined = false,
  FreeSolo extends boolean | undefined = false,
>(props: AutocompleteProps<Value, Multiple, DisableClearable, FreeSolo>) {
  return (
    <MuiAutocomplete
      openText={t('open')}
      closeText={t('close')}
      clearText={t('clear')}
      noOptionsText={t('noOptions')}
      loadingText={t('loading')}
      {...props}
    />
  )
}
