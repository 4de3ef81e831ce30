import { WorkingCalendar, relativeDay } from '@portal/contract'
import FormHelperText from '@mui/material/FormHelperText'
import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { formatDay } from '../../format/dates.ts'
import { OutlinedInput } from '../../inputs/InputBase.tsx'
import { configurationAtom } from '../../portal/configuration.ts'
import { todayAtom } from '../../session/today.ts'
import type { FormValue } from './form-values.ts'
import { t } from './texts.ts'

interface DateInputProps {
  value: FormValue
  onChange: (value: string) => void
  named: object
  hasProblem: boolean
  autoFocus: boolean
}

const usualCalendar = WorkingCalendar.parse({})

/**
 * The browser's own date input. A plus begins a day relative to today, such as `+5wd` for the fifth working
 * day; the day it stands for is shown while it is typed, and Enter or leaving the field takes it.
 */
export function DateInput({ value, onChange, named, hasProblem, autoFocus }: DateInputProps) {
  const hintId = useId()
  const today = useAtomValue(todayAtom)
  const calendar = useAtomValue(configurationAtom)?.workingCalendar ?? usualCalendar
  const [typed, setTyped] = useState<string | null>(null)
  const day = typed === null ? null : relativeDay(typed, today, calendar)
  const take = () => {
    if (day !== null) onChange(day)
    setTyped(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (typed === null) {
      // A hyphen belongs to the browser's input: it leads to the next part of the date.
      if (event.key !== '+') return
      event.preventDefault()
      setTyped(event.key)
    } else if (event.key === 'Enter' || event.key === 'Escape') {
      // The field keeps these keys while a day is typed; further out they save or close the form.
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Enter') take()
      else setTyped(null)
    }
  }
  return (
    <>
      <OutlinedInput
        fullWidth
        type={typed === null ? 'date' : 'text'}
        value={typed ?? (typeof value === 'string' ? value : '')}
        error={hasProblem}
        autoFocus={autoFocus}
        title={t('relativeDayHint')}
        onChange={({ target }) => (typed === null ? onChange(target.value) : setTyped(target.value))}
        onKeyDown={onKeyDown}
        onBlur={take}
        inputProps={{ ...named, ...(typed !== null && { 'aria-describedby': hintId }) }}
      />
      {typed !== null && (
        <FormHelperText id={hintId} role="status" sx={{ marginInline: 0 }}>
          {day === null ? t('relativeDayHint') : formatDay(day)}
        </FormHelperText>
      )}
    </>
  )
}
