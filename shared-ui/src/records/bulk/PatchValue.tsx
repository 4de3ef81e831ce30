import { Autocomplete } from '../../inputs/Autocomplete.tsx'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { choosableOptions } from '@portal/contract'
import type { Field } from '@portal/contract'
import { fromTypedMoment } from '../../format/dates.ts'
import { TextField } from '../../inputs/TextField.tsx'
import { currencyAtom } from '../../portal/configuration.ts'
import { isReference } from '../declaration/is-reference.ts'
import { PeopleField } from '../edit/PeopleField.tsx'
import { ReferencePicker } from '../edit/ReferencePicker.tsx'
import { personPids } from '../edit/person-names.ts'
import { t } from './texts.ts'

export interface PatchValueProps {
  declared: Field
  label: string
  /** The value as sent to the server, except that a reference includes its title; null is empty. */
  value: unknown
  onChange: (value: unknown) => void
}

const asText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** The input for one value of many records, by the field's type. */
export function PatchValue(props: PatchValueProps) {
  const { declared, label, value, onChange } = props
  const text = (more: { type?: string; multiline?: boolean } = {}) => (
    <TextField
      label={label}
      fullWidth
      value={asText(value)}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      {...more}
      {...(more.multiline === true && { minRows: 2, maxRows: 8 })}
      {...(more.type !== undefined &&
        more.type !== 'text' && { slotProps: { inputLabel: { shrink: true } } })}
    />
  )
  switch (declared.type) {
    case 'enum':
      return (
        <Choice
          {...props}
          options={choosableOptions(declared.options).map(({ code, label: words }) => ({
            value: code,
            words,
          }))}
        />
      )
    case 'boolean':
      return (
        <Choice
          {...props}
          options={[true, false].map((each) => ({ value: each, words: t(each ? 'yes' : 'no') }))}
        />
      )
    case 'ref':
      return <Linked {...props} />
    case 'list':
      return declared.staff === true ? <People {...props} /> : <Several {...props} />
    case 'money':
    case 'integer':
    case 'decimal':
      return <Amount {...props} />
    case 'date':
      return text({ type: 'date' })
    case 'datetime':
      return <Moment {...props} />
    case 'longText':
      return text({ multiline: true })
    case 'text':
    case 'email':
    case 'phone':
    case 'json':
      return text()
  }
}

function Choice({
  label,
  value,
  onChange,
  options,
}: PatchValueProps & { options: { value: unknown; words: string }[] }) {
  const place = options.findIndex((option) => option.value === value)
  return (
    <TextField
      select
      fullWidth
      label={label}
      value={String(place)}
      onChange={({ target }) => onChange(options[Number(target.value)]?.value ?? null)}
    >
      <MenuItem value="-1">{t('emptyValue')}</MenuItem>
      {options.map(({ words }, index) => (
        <MenuItem key={words} value={String(index)}>
          {words}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** A number input. Amounts of money are typed in major units and stored in minor units. */
function Amount({ declared, label, onChange }: PatchValueProps) {
  const currency = useAtomValue(currencyAtom)
  const [typed, setTyped] = useState('')
  const isMoney = declared.type === 'money'
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  const type = (text: string) => {
    setTyped(text)
    const number = Number(text.replaceAll(',', ''))
    if (text.trim() === '') onChange(null)
    else onChange(Number.isFinite(number) ? (isMoney ? Math.round(number * 10 ** digits) : number) : text)
  }
  return (
    <TextField
      label={isMoney ? `${label} (${currency})` : label}
      fullWidth
      value={typed}
      onChange={({ target }) => type(target.value)}
      slotProps={{ htmlInput: { inputMode: 'decimal' } }}
    />
  )
}

/** Local time on screen, an instant in the request. */
function Moment({ label, onChange }: PatchValueProps) {
  const [typed, setTyped] = useState('')
  const type = (text: string) => {
    setTyped(text)
    onChange(fromTypedMoment(text))
  }
  return (
    <TextField
      type="datetime-local"
      label={label}
      fullWidth
      value={typed}
      onChange={({ target }) => type(target.value)}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}

function Several({ declared, label, value, onChange }: PatchValueProps) {
  const options = declared.options ?? []
  const chosen = Array.isArray(value) ? value.map(String) : []
  return (
    <Autocomplete
      multiple
      freeSolo={options.length === 0}
      options={options.map(({ code }) => code)}
      getOptionLabel={(code) => options.find((option) => option.code === code)?.label ?? code}
      value={chosen}
      onChange={(_event, codes) => onChange(codes.length === 0 ? null : codes)}
      renderInput={(params) => <TextField {...params} label={label} />}
    />
  )
}

/** A label above an input, in the style of pickers. */
function Labeled({
  label,
  children,
}: {
  label: string
  children: (named: { 'aria-labelledby': string }) => ReactNode
}) {
  const id = useId()
  return (
    <Box>
      <Box id={id} sx={{ color: 'text.secondary', fontSize: '0.75rem', paddingBottom: 1 }}>
        {label}
      </Box>
      {children({ 'aria-labelledby': id })}
    </Box>
  )
}

function Linked({ declared, label, value, onChange }: PatchValueProps) {
  const { to, staff = false } = declared
  return (
    <Labeled label={label}>
      {(named) => (
        <ReferencePicker
          to={to === 'files' || to === undefined ? null : to}
          staff={staff}
          value={isReference(value) ? value : null}
          onChange={onChange}
          named={named}
        />
      )}
    </Labeled>
  )
}

function People({ declared, label, value, onChange }: PatchValueProps) {
  return (
    <Labeled label={label}>
      {(named) => (
        <PeopleField
          declared={declared}
          pids={personPids(value)}
          onChange={(pids) => onChange(pids.length === 0 ? null : pids)}
          named={named}
        />
      )}
    </Labeled>
  )
}
