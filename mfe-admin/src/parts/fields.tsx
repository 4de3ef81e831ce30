import { Box, Checkbox, FormControlLabel, MenuItem, TextField } from '@portal/shared-ui/mui'

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  options: readonly (readonly [Value, string])[]
  onChange: (value: Value) => void
  disabled?: boolean
}

/** A select with one value. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
  disabled = false,
}: ChoiceProps<Value>) {
  return (
    <TextField
      select
      fullWidth
      size="small"
      label={label}
      value={value}
      disabled={disabled}
      onChange={({ target }) => {
        const chosen = options.find(([code]) => code === target.value)
        if (chosen !== undefined) onChange(chosen[0])
      }}
    >
      {options.map(([code, words]) => (
        <MenuItem key={code} value={code}>
          {words}
        </MenuItem>
      ))}
    </TextField>
  )
}

interface SeveralProps<Value extends string> {
  label: string
  values: readonly Value[]
  options: readonly (readonly [Value, string])[]
  onChange: (values: Value[]) => void
  /** Values that cannot be deselected. */
  fixed?: readonly Value[]
}

/** A group of checkboxes. */
export function Several<Value extends string>({
  label,
  values,
  options,
  onChange,
  fixed = [],
}: SeveralProps<Value>) {
  return (
    <Box component="fieldset" sx={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ padding: 0, color: 'text.secondary', fontSize: 'caption.fontSize' }}>
        {label}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
        {options.map(([code, words]) => (
          <FormControlLabel
            key={code}
            label={words}
            disabled={fixed.includes(code) && values.includes(code)}
            control={
              <Checkbox
                size="small"
                checked={values.includes(code)}
                onChange={(_, isOn) =>
                  onChange(
                    options.flatMap(([each]) =>
                      (each === code ? isOn : values.includes(each)) ? [each] : [],
                    ),
                  )
                }
              />
            }
          />
        ))}
      </Box>
    </Box>
  )
}

interface NumberProps {
  label: string
  value: number | null
  onChange: (value: number | null) => void
  /** What is wrong with the number. */
  problem?: string | null
  hint?: string
}

/** A field for an optional whole number. */
export function Whole({ label, value, onChange, problem = null, hint }: NumberProps) {
  return (
    <TextField
      fullWidth
      size="small"
      label={label}
      value={value ?? ''}
      error={problem !== null}
      helperText={problem ?? hint}
      onChange={({ target }) => {
        const digits = target.value.replaceAll(/\D/g, '').slice(0, 4)
        onChange(digits === '' ? null : Number(digits))
      }}
      slotProps={{ htmlInput: { inputMode: 'numeric' } }}
    />
  )
}
