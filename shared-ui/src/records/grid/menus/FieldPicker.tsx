import { Autocomplete } from '../../../inputs/Autocomplete.tsx'
import { useState } from 'react'
import { TextField } from '../../../inputs/TextField.tsx'
import type { Column } from '../columns.ts'
import { t } from './texts.ts'

export interface FieldPickerProps {
  /** What choosing a field does, such as `Add condition`; the accessible name. */
  label: string
  columns: readonly Column[]
  onChoose: (name: string) => void
}

/**
 * Finds one field among many by typing, and is empty again for the next. Arrows only walk through the list:
 * nothing is chosen before Enter.
 */
export function FieldPicker({ label, columns, onChoose }: FieldPickerProps) {
  const [typed, setTyped] = useState('')
  return (
    <Autocomplete<Column>
      size="small"
      autoHighlight
      value={null}
      inputValue={typed}
      options={columns}
      getOptionLabel={(column) => column.label}
      getOptionKey={({ name }) => name}
      openText={label}
      noOptionsText={t('noField')}
      onInputChange={(_event, text, reason) => setTyped(reason === 'input' ? text : '')}
      onChange={(_event, column) => {
        setTyped('')
        if (column !== null) onChoose(column.name)
      }}
      renderInput={(params) => (
        <TextField
          {...params}
          placeholder={label}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, 'aria-label': label, autoComplete: 'off' },
          }}
        />
      )}
      sx={{ minWidth: 0, flex: '1 1 140px', maxWidth: 260 }}
    />
  )
}
