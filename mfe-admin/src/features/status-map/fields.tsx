import { Box, Checkbox, FormControlLabel, TextField } from '@portal/shared-ui/mui'

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
}

/** A field for an optional whole number. */
export function Whole({ label, value, onChange }: NumberProps) {
  return (
    <TextField
      fullWidth
      size="small"
      label={label}
      value={value ?? ''}
      onChange={({ target }) => {
        const digits = target.value.replaceAll(/\D/g, '').slice(0, 4)
        onChange(digits === '' ? null : Number(digits))
      }}
      slotProps={{ htmlInput: { inputMode: 'numeric' } }}
    />
  )
}
