import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { maxSpan, readSpan, spanKinds, spanWord, relativePeriods } from '@portal/contract'
import type { Field, Filter } from '@portal/contract'
import { fromTypedMoment, toTypedMoment } from '../../format/dates.ts'
import { formatAmount } from '../../format/numbers.ts'
import { amountIn } from '../edit/form-values.ts'
import { OutlinedInput } from '../../inputs/InputBase.tsx'
import { Select } from '../../inputs/Select.tsx'
import { currencyAtom } from '../../portal/configuration.ts'
import { takesMany, takesNoValue } from './filter-tree.ts'
import type { Condition, FilterValue } from './filter-tree.ts'
import { t } from './texts.ts'
import { ValuePicker } from './ValuePicker.tsx'

export interface ValueInputProps {
  condition: Condition
  declared: Field
  /** Label of the field. */
  label: string
  /** What else the records meet. */
  beside: Filter
  onChange: (value: Condition['value']) => void
}

const isMany = (value: Condition['value']): value is readonly FilterValue[] => Array.isArray(value)
const listOf = (value: Condition['value']): readonly FilterValue[] => (isMany(value) ? value : [])
const firstOf = (value: Condition['value']): FilterValue | undefined => (isMany(value) ? undefined : value)

/**
 * What a condition compares with: values to tick, a relative span, two ends, or one value as its field is
 * typed.
 */
export function ValueInput({ condition, declared, label, beside, onChange }: ValueInputProps) {
  const { operator, value, field } = condition
  if (takesNoValue(operator)) return null
  const isPicked =
    takesMany(operator) ||
    ((operator === 'eq' || operator === 'ne') && (declared.type === 'ref' || declared.type === 'enum'))
  if (isPicked && takesMany(operator)) {
    return (
      <ValuePicker
        field={field}
        declared={declared}
        label={label}
        beside={beside}
        chosen={listOf(value)}
        onChange={onChange}
      />
    )
  }
  if (isPicked) {
    // One value alone: the last one ticked.
    const chosen = firstOf(value)
    return (
      <ValuePicker
        field={field}
        declared={declared}
        label={label}
        beside={beside}
        chosen={chosen === undefined ? [] : [chosen]}
        onChange={(values) => onChange(values.at(-1))}
      />
    )
  }
  if (operator === 'within') return <Within value={String(firstOf(value) ?? '')} onChange={onChange} />
  if (operator === 'between') {
    const [from, to] = listOf(value)
    return (
      <>
        <OneValue
          declared={declared}
          label={t('from')}
          value={from}
          onChange={(end) => onChange([end ?? '', to ?? ''])}
        />
        <OneValue
          declared={declared}
          label={t('to')}
          value={to}
          onChange={(end) => onChange([from ?? '', end ?? ''])}
        />
      </>
    )
  }
  return <OneValue declared={declared} label={t('value')} value={firstOf(value)} onChange={onChange} />
}

const usualDays = 10

/** A span of days that has a name, or any number of them. */
function Within({ value, onChange }: { value: string; onChange: (value: string | undefined) => void }) {
  const span = relativePeriods.some((word) => word === value) ? null : readSpan(value)
  const [kind, setKind] = useState(span?.kind)
  const words = { last: t('spanLast'), next: t('spanNext'), over: t('spanOver') }
  const choose = (word: string) => {
    const chosen = spanKinds.find((spanKind) => spanKind === word)
    setKind(chosen)
    if (chosen !== undefined) onChange(spanWord({ kind: chosen, days: span?.days ?? usualDays }))
    else onChange(word === '' ? undefined : word)
  }
  const enter = (text: string) => {
    const days = Math.round(Number(text))
    if (kind !== undefined) onChange(days >= 1 && days <= maxSpan ? spanWord({ kind, days }) : undefined)
  }
  return (
    <>
      <Choice
        label={t('value')}
        value={kind ?? value}
        options={[
          ...relativePeriods.map((word) => [word, t(word)] as const),
          ...spanKinds.map((spanKind) => [spanKind, words[spanKind]] as const),
        ]}
        onChange={choose}
      />
      {kind !== undefined && <Days days={span?.days ?? usualDays} onChange={enter} />}
    </>
  )
}

function Days({ days, onChange }: { days: number; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(String(days))
  const enter = (text: string) => {
    setTyped(text)
    onChange(text)
  }
  return (
    <OutlinedInput
      size="small"
      type="number"
      value={typed}
      onChange={({ target }) => enter(target.value)}
      inputProps={{ 'aria-label': t('days'), min: 1, max: maxSpan, step: 1 }}
      sx={{ width: 96 }}
    />
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <Select
      native
      size="small"
      value={value}
      onChange={({ target }) => onChange(String(target.value))}
      inputProps={{ 'aria-label': label }}
    >
      <option value="">{t('chooseOne')}</option>
      {options.map(([code, words]) => (
        <option key={code} value={code}>
          {words}
        </option>
      ))}
    </Select>
  )
}

interface OneValueProps {
  declared: Field
  label: string
  value: FilterValue | undefined
  onChange: (value: FilterValue | undefined) => void
}

function OneValue({ declared, label, value, onChange }: OneValueProps) {
  const currency = useAtomValue(currencyAtom)
  const { type } = declared
  if (type === 'boolean') {
    const options = [
      ['true', t('yes')],
      ['false', t('no')],
    ] as const
    return (
      <Choice
        label={label}
        value={String(value ?? '')}
        options={options}
        onChange={(code) => onChange(code === '' ? undefined : code === 'true')}
      />
    )
  }
  if (type === 'list' && declared.options !== undefined) {
    const options = declared.options.map(({ code, label: words }) => [code, words] as const)
    return (
      <Choice
        label={label}
        value={String(value ?? '')}
        options={options}
        onChange={(code) => onChange(code === '' ? undefined : code)}
      />
    )
  }
  if (type === 'date')
    return (
      <Typed
        label={label}
        type="date"
        text={String(value ?? '')}
        parse={(text) => text}
        onChange={onChange}
      />
    )
  if (type === 'datetime') {
    const parse = (text: string) => fromTypedMoment(text) ?? undefined
    return (
      <Typed
        label={label}
        type="datetime-local"
        text={typeof value === 'string' ? toTypedMoment(value) : ''}
        parse={parse}
        onChange={onChange}
      />
    )
  }
  if (type === 'money') {
    const text = typeof value === 'number' ? formatAmount(value, currency) : ''
    return (
      <Typed
        label={label}
        type="text"
        text={text}
        parse={(typed) => amountIn(typed, currency) ?? undefined}
        onChange={onChange}
      />
    )
  }
  if (type === 'integer' || type === 'decimal') {
    const round = type === 'integer' ? Math.round : (number: number) => number
    return (
      <Typed
        label={label}
        type="number"
        text={String(value ?? '')}
        parse={(text) => round(Number(text))}
        onChange={onChange}
      />
    )
  }
  return (
    <Typed label={label} type="text" text={String(value ?? '')} parse={(text) => text} onChange={onChange} />
  )
}

interface TypedProps {
  label: string
  type: 'text' | 'number' | 'date' | 'datetime-local'
  text: string
  parse: (text: string) => FilterValue | undefined
  onChange: (value: FilterValue | undefined) => void
}

/** An input that keeps what is being typed, such as `1.`, while its value is already in force. */
function Typed({ label, type, text, parse, onChange }: TypedProps) {
  const [typed, setTyped] = useState(text)
  const enter = (next: string) => {
    setTyped(next)
    const value = next.trim() === '' ? undefined : parse(next)
    onChange(typeof value === 'number' && !Number.isFinite(value) ? undefined : value)
  }
  return (
    <OutlinedInput
      size="small"
      type={type}
      value={typed}
      onChange={({ target }) => enter(target.value)}
      inputProps={{ 'aria-label': label, maxLength: 200, ...(type === 'number' && { step: 'any' }) }}
      sx={{ flex: '1 1 120px', minWidth: 0 }}
    />
  )
}
