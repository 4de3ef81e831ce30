import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import InputAdornment from '@mui/material/InputAdornment'
import { useAtomValue } from 'jotai'
import { useId } from 'react'
import type { KeyboardEvent } from 'react'
import { LocalDate, choosableOptions, screenLabel } from '@portal/contract'
import type { Field } from '@portal/contract'
import { caretToEnd } from '../../inputs/caret.ts'
import { OutlinedInput } from '../../inputs/InputBase.tsx'
import { Select } from '../../inputs/Select.tsx'
import { Checkbox } from '../../inputs/switches.tsx'
import { currencyAtom } from '../../portal/configuration.ts'
import { todayAtom } from '../../session/today.ts'
import { DateInput } from './DateInput.tsx'
import { isReference } from '../declaration/is-reference.ts'
import { useFormHint } from './form-hint.ts'
import type { FormValue } from './form-values.ts'
import { PeopleField } from './PeopleField.tsx'
import { RecurrenceField } from './RecurrenceField.tsx'
import { ReferencePicker } from './ReferencePicker.tsx'
import { t } from './texts.ts'

export interface FieldEditorProps {
  declared: Field
  value: FormValue
  onChange: (value: FormValue) => void
  /** Id of the element that labels it. */
  labelId: string
  problem?: string | undefined
  isRequired?: boolean
  autoFocus?: boolean
  /** The description of the field stands below it, unless it is elsewhere on the form. */
  hasDescription?: boolean
  /** The record whose form the value should have, where the field has one (`formOf`). */
  formOf?: unknown
}

interface PlainProps {
  'aria-labelledby': string
  'aria-describedby'?: string
  'aria-required'?: boolean
}

/**
 * The editor of one field, by its type. What is wrong with its value, or odd about it, stands below it and
 * describes it.
 */
export default function FieldEditor(props: FieldEditorProps) {
  const problemId = useId()
  const { declared, value, problem } = props
  const today = useAtomValue(todayAtom)
  const isPast =
    declared.warnsOfPast === true &&
    typeof value === 'string' &&
    LocalDate.safeParse(value).success &&
    value < today
  const hint = useFormHint(declared, props.formOf)(typeof value === 'string' ? value : '')
  const described = props.hasDescription === true ? declared.description : undefined
  const said = problem ?? (isPast ? t('duePast') : (hint?.text ?? (described && screenLabel(described))))
  const isWarning = isPast || hint?.isWarning === true
  const named: PlainProps = {
    'aria-labelledby': props.labelId,
    ...(said !== undefined && { 'aria-describedby': problemId }),
    ...(props.isRequired === true && { 'aria-required': true }),
  }
  return (
    <>
      <Editor {...props} named={named} />
      {said !== undefined && (
        <FormHelperText
          error={problem !== undefined}
          id={problemId}
          sx={{ marginInline: 0, ...(problem === undefined && isWarning && { color: 'warning.main' }) }}
        >
          {said}
        </FormHelperText>
      )}
    </>
  )
}

function Editor(props: FieldEditorProps & { named: PlainProps }) {
  const { declared, value, onChange, named, problem, autoFocus = false } = props
  const text = typeof value === 'string' ? value : ''
  switch (declared.type) {
    case 'ref':
      return (
        <ReferencePicker
          to={declared.to === 'files' || declared.to === undefined ? null : declared.to}
          staff={declared.staff === true}
          value={isReference(value) ? value : null}
          onChange={onChange}
          named={named}
          hasProblem={problem !== undefined}
          autoFocus={autoFocus}
        />
      )
    case 'enum':
      return <Choice {...props} options={choosableOptions(declared.options, value)} />
    case 'boolean':
      return (
        <Choice
          {...props}
          options={[
            { code: 'true', label: t('yes') },
            { code: 'false', label: t('no') },
          ]}
        />
      )
    case 'list':
      if (declared.staff === true) {
        const hasProblem = problem !== undefined
        return (
          <PeopleField {...{ declared, pids: membersOf(value), onChange, named, hasProblem, autoFocus }} />
        )
      }
      return declared.options === undefined ? <Lines {...props} /> : <Several {...props} />
    case 'longText':
    case 'json':
      return (
        <OutlinedInput
          fullWidth
          multiline
          minRows={3}
          maxRows={16}
          value={text}
          error={problem !== undefined}
          autoFocus={autoFocus}
          onFocus={caretToEnd}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={keepEnter}
          inputProps={named}
        />
      )
    case 'text':
      return declared.isRecurrence === true ? (
        <RecurrenceField
          {...{ value: text, onChange, named, autoFocus }}
          hasProblem={problem !== undefined}
        />
      ) : (
        <OneLine {...props} />
      )
    case 'date':
      return <DateInput {...{ value, onChange, named, autoFocus }} hasProblem={problem !== undefined} />
    case 'email':
    case 'phone':
    case 'datetime':
    case 'money':
    case 'integer':
    case 'decimal':
      return <OneLine {...props} />
  }
}

/**
 * In a text of several lines Enter begins the next one; Ctrl Enter is left to whoever listens further out.
 */
function keepEnter(event: KeyboardEvent) {
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.stopPropagation()
}

const inputTypes: Partial<Record<Field['type'], string>> = {
  email: 'email',
  phone: 'tel',
  datetime: 'datetime-local',
}

function OneLine({
  declared,
  value,
  onChange,
  problem,
  named,
  autoFocus,
}: FieldEditorProps & { named: PlainProps }) {
  const currency = useAtomValue(currencyAtom)
  const isNumber = declared.type === 'money' || declared.type === 'integer' || declared.type === 'decimal'
  return (
    <OutlinedInput
      fullWidth
      type={inputTypes[declared.type] ?? 'text'}
      value={typeof value === 'string' ? value : ''}
      error={problem !== undefined}
      autoFocus={autoFocus ?? false}
      onChange={(event) => onChange(event.target.value)}
      inputProps={{
        ...named,
        ...(isNumber && { inputMode: declared.type === 'integer' ? 'numeric' : 'decimal' }),
      }}
      {...(declared.type === 'money' && {
        startAdornment: <InputAdornment position="start">{currency}</InputAdornment>,
      })}
    />
  )
}

interface ChoiceProps extends FieldEditorProps {
  named: PlainProps
  options: readonly { code: string; label: string }[]
}

function Choice({ value, onChange, problem, named, autoFocus, options }: ChoiceProps) {
  return (
    <Select<string>
      native
      fullWidth
      size="small"
      value={typeof value === 'string' ? value : ''}
      error={problem !== undefined}
      autoFocus={autoFocus ?? false}
      onChange={(event) => onChange(event.target.value)}
      inputProps={named}
    >
      <option value="">{t('nothingChosen')}</option>
      {options.map(({ code, label }) => (
        <option key={code} value={code}>
          {label}
        </option>
      ))}
    </Select>
  )
}

const membersOf = (value: FormValue): readonly string[] =>
  value === null || typeof value === 'string' || isReference(value) ? [] : value

function Lines({ value, onChange, problem, named, autoFocus }: FieldEditorProps & { named: PlainProps }) {
  return (
    <OutlinedInput
      fullWidth
      multiline
      minRows={2}
      value={membersOf(value).join('\n')}
      error={problem !== undefined}
      autoFocus={autoFocus ?? false}
      placeholder={t('listHint')}
      onChange={(event) => onChange(event.target.value === '' ? [] : event.target.value.split('\n'))}
      onKeyDown={keepEnter}
      inputProps={named}
    />
  )
}

function Several({ declared, value, onChange, named, autoFocus }: FieldEditorProps & { named: PlainProps }) {
  const members = membersOf(value)
  const toggle = (code: string, isOn: boolean) =>
    onChange(
      (declared.options ?? [])
        .map((option) => option.code)
        .filter((each) => (each === code ? isOn : members.includes(each))),
    )
  return (
    <div role="group" {...named}>
      {(declared.options ?? []).map(({ code, label }, index) => (
        <FormControlLabel
          key={code}
          label={label}
          control={
            <Checkbox
              size="small"
              autoFocus={autoFocus === true && index === 0}
              checked={members.includes(code)}
              onChange={(_event, isOn) => toggle(code, isOn)}
            />
          }
        />
      ))}
    </div>
  )
}
