import { Autocomplete } from './Autocomplete.tsx'
import { formatTimeOfDay, timeZones, wallTimeIn } from '@portal/contract'
import type { TimeZone } from '@portal/contract'
import { TextField } from './TextField.tsx'

export interface ZonePickerProps {
  label: string
  value: TimeZone | null
  onChange: (zone: TimeZone) => void
  /** Helper text below the field. */
  hint?: string
  disabled?: boolean
}

const wordsOf = (zone: TimeZone) => zone.replaceAll('_', ' ')

/** Chooses a time zone by typing any part of its name; each option shows its local time. */
export function ZonePicker({ label, value, onChange, hint, disabled = false }: ZonePickerProps) {
  const known = timeZones()
  // An alias such as Asia/Kolkata is not in the list, and stays selected under its own name.
  const options = value === null || known.includes(value) ? known : [value, ...known]
  return (
    <Autocomplete
      options={options}
      value={value}
      disabled={disabled}
      onChange={(_event, zone) => {
        if (zone !== null) onChange(zone)
      }}
      disableClearable={value !== null}
      getOptionLabel={wordsOf}
      renderOption={({ key, ...props }, zone) => (
        <li key={key} {...props}>
          {wordsOf(zone)}, {formatTimeOfDay(wallTimeIn(zone, new Date()).time)}
        </li>
      )}
      renderInput={(params) => <TextField {...params} label={label} helperText={hint} />}
      sx={{ maxWidth: 400 }}
    />
  )
}
