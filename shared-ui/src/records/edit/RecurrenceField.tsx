import Box from '@mui/material/Box'
import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import {
  LocalDate,
  addDays,
  endingOf,
  recurrenceFault,
  recurrenceOptions,
  splitRecurrenceEnd,
  withEnding,
} from '@portal/contract'
import type { RecurrenceEnding } from '@portal/contract'
import { OutlinedInput } from '../../inputs/InputBase.tsx'
import { Select } from '../../inputs/Select.tsx'
import { todayAtom } from '../../session/today.ts'
import { DateInput } from './DateInput.tsx'
import { t } from './texts.ts'

const usualCount = 10
const usualDays = 90
const maxCount = 9_999
const kinds = ['never', 'count', 'until'] as const

export interface RecurrenceFieldProps {
  /** A rule, or a text that is none; empty for no repetition. */
  value: string
  onChange: (rule: string) => void
  named: { 'aria-labelledby': string; 'aria-describedby'?: string; 'aria-required'?: boolean }
  hasProblem: boolean
  autoFocus: boolean
}

/** How often a record repeats, and when that ends: never, after a number of times, or on a date. */
export function RecurrenceField({ value, onChange, named, hasProblem, autoFocus }: RecurrenceFieldProps) {
  const isRule = value !== '' && recurrenceFault(value) === null
  const repeats = isRule ? splitRecurrenceEnd(value).endless : value
  const ending: RecurrenceEnding = isRule ? endingOf(value) : { kind: 'never' }
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Select<string>
        native
        fullWidth
        size="small"
        value={repeats}
        error={hasProblem}
        autoFocus={autoFocus}
        onChange={({ target }) => onChange(target.value === '' ? '' : withEnding(target.value, ending))}
        inputProps={named}
      >
        <option value="">{t('nothingChosen')}</option>
        {recurrenceOptions(repeats).map(({ code, label }) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </Select>
      {isRule && <Ending ending={ending} onChange={(next) => onChange(withEnding(value, next))} />}
    </Box>
  )
}

function Ending({
  ending,
  onChange,
}: {
  ending: RecurrenceEnding
  onChange: (ending: RecurrenceEnding) => void
}) {
  const today = useAtomValue(todayAtom)
  const id = useId()
  const choose = (kind: string) => {
    if (kind === 'count') onChange({ kind, count: usualCount })
    else if (kind === 'until') onChange({ kind, day: addDays(today, usualDays) })
    else onChange({ kind: 'never' })
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
      <Box component="label" id={`${id}-label`} htmlFor={id} sx={{ color: 'text.secondary' }}>
        {t('ends')}
      </Box>
      <Box sx={{ flex: '1 1 140px' }}>
        <Select<string>
          native
          fullWidth
          size="small"
          value={ending.kind}
          onChange={({ target }) => choose(target.value)}
          inputProps={{ id }}
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`ends_${kind}`)}
            </option>
          ))}
        </Select>
      </Box>
      {ending.kind === 'count' && (
        <Box sx={{ display: 'flex', flex: '0 1 140px', gap: 2, alignItems: 'center' }}>
          <CountInput count={ending.count} onChange={(count) => onChange({ kind: 'count', count })} />
          <span>{t('times', { count: ending.count })}</span>
        </Box>
      )}
      {ending.kind === 'until' && (
        <Box sx={{ flex: '1 1 150px' }}>
          <DateInput
            value={ending.day}
            onChange={(day) => {
              const parsed = LocalDate.safeParse(day)
              if (parsed.success) onChange({ kind: 'until', day: parsed.data })
            }}
            named={{ 'aria-label': t('lastDay') }}
            autoFocus={false}
            hasProblem={false}
          />
        </Box>
      )}
    </Box>
  )
}

/** A number of times. What is no such number changes nothing, and is gone when the input is left. */
function CountInput({ count, onChange }: { count: number; onChange: (count: number) => void }) {
  const [text, setText] = useState<string | null>(null)
  return (
    <OutlinedInput
      size="small"
      type="number"
      value={text ?? String(count)}
      onChange={({ target }) => {
        setText(target.value)
        const next = Number(target.value)
        if (Number.isInteger(next) && next >= 1 && next <= maxCount) onChange(next)
      }}
      onBlur={() => setText(null)}
      inputProps={{ 'aria-label': t('numberOfTimes'), min: 1, max: maxCount, inputMode: 'numeric' }}
    />
  )
}
