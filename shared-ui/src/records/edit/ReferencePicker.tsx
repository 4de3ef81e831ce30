import { Autocomplete } from '../../inputs/Autocomplete.tsx'
import Box from '@mui/material/Box'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useAtomValue } from 'jotai'
import { LookupOptions, findCollection, formatDay, screenLabel } from '@portal/contract'
import type { LocalDate, LookupOption, Reference, TableName } from '@portal/contract'
import { crud } from '../../api/api.ts'
import { todayAtom } from '../../session/today.ts'
import { TextField } from '../../inputs/TextField.tsx'
import { optionOf } from '../declaration/record-title.ts'
import { t } from './texts.ts'

/**
 * Records a reference may be set to; every role that may write such a reference may ask. Source: contract.md
 * 2.
 */
export function lookupQuery(
  to: TableName | null,
  searchToken: string,
  { limit = 20, staff = false }: { limit?: number; staff?: boolean } = {},
) {
  return queryOptions({
    enabled: to !== null,
    queryKey: ['records', to, 'lookup', searchToken, limit, staff],
    queryFn: ({ signal }) =>
      crud(
        {
          apiPath: `/${to}/lookup`,
          method: 'GET',
          query: { limit, ...(searchToken !== '' && { searchToken }), ...(staff && { staff: true }) },
        },
        LookupOptions,
        { signal },
      ),
  })
}

export interface ReferencePickerProps {
  /** Null where there is nothing to choose from. */
  to: TableName | null
  /** Of people: active staff alone. */
  staff?: boolean
  value: Reference | null
  onChange: (value: Reference | null) => void
  named: { 'aria-labelledby': string; 'aria-describedby'?: string; 'aria-required'?: boolean }
  hasProblem?: boolean
  autoFocus?: boolean
  /** Pid of a record that is not offered. */
  without?: string
}

type Choice = Reference & Partial<LookupOption>

const isSame = (option: Choice, value: Choice) => option.pid === value.pid

/** When a person is away, if that is not over. */
function absenceOf({ awayFrom, awayUntil }: Choice, today: LocalDate): string {
  if (awayUntil === undefined || awayUntil < today) return ''
  const until = formatDay(awayUntil)
  return awayFrom === undefined || awayFrom <= today
    ? t('awayUntil', { until })
    : t('awayFrom', { from: formatDay(awayFrom), until })
}

/** What tells people and records of one name apart; of people their absence and role first. */
function hintOf(to: TableName | null, choice: Choice, today: LocalDate): string {
  const { hint = '', role } = choice
  const named = optionOf(to === null ? undefined : findCollection(to)?.fields['role'], role)
  const said = named && screenLabel(named.label)
  return [absenceOf(choice, today), said, hint]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ')
}

/**
 * Chooses a record by typing part of its name or number. With a value in it what is typed replaces the name
 * that is shown; the cross, or an emptied input, empties the field. Escape gives back what it held when it
 * got the focus, or what was chosen since.
 */
export function ReferencePicker({
  to,
  staff = false,
  value,
  onChange,
  named,
  hasProblem = false,
  autoFocus = false,
  without,
}: ReferencePickerProps) {
  // The text in the input while it is not the title of the value.
  const [typed, setTyped] = useState<string | null>(null)
  const [settled, setSettled] = useState(value)
  const [isOpen, setOpen] = useState(false)
  const today = useAtomValue(todayAtom)
  const highlighted = useRef<Choice | null>(null)
  const token = useDeferredValue((typed ?? '').trim().slice(0, 200))
  const found = useQuery({
    ...lookupQuery(to, token, { staff }),
    enabled: isOpen && to !== null,
    placeholderData: keepPreviousData,
  })
  const isTouched = typed !== null || value?.pid !== settled?.pid
  const giveBack = () => {
    setTyped(null)
    if (value?.pid !== settled?.pid) onChange(settled)
  }
  // What encloses the picker acts on these keys too: it saves on Enter, and on Escape it closes.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && isOpen && highlighted.current !== null) event.stopPropagation()
    if (event.key === 'Escape' && isTouched) {
      event.preventDefault()
      event.stopPropagation()
      giveBack()
    }
  }
  return (
    <Autocomplete<Choice>
      fullWidth
      size="small"
      value={value}
      inputValue={typed ?? value?.title ?? ''}
      options={(found.data?.options ?? []).filter(({ pid }) => pid !== without)}
      getOptionLabel={(option) => option.title}
      getOptionKey={(option) => option.pid}
      isOptionEqualToValue={isSame}
      filterOptions={(options) => options}
      loading={found.isFetching}
      loadingText={t('lookingUp')}
      noOptionsText={found.isError ? t('lookupFailed') : t('lookupEmpty')}
      openOnFocus
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      onHighlightChange={(_event, option) => {
        highlighted.current = option
      }}
      onKeyDown={onKeyDown}
      onInputChange={(_event, text, reason) => {
        // `reset` comes whenever the value is another object, be it the same record.
        if (reason !== 'reset') setTyped(reason === 'input' ? text : null)
      }}
      onChange={(_event, option, reason) => {
        const chosen = option === null ? null : { pid: option.pid, title: option.title }
        if (reason === 'selectOption') {
          setTyped(null)
          setSettled(chosen)
        }
        onChange(chosen)
      }}
      renderOption={({ key, ...props }, option) => (
        <li key={key} {...props}>
          <Box sx={{ minWidth: 0 }}>
            {option.title}
            {hintOf(to, option, today) !== '' && (
              <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>{hintOf(to, option, today)}</Box>
            )}
          </Box>
        </li>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          error={hasProblem}
          autoFocus={autoFocus}
          placeholder={settled !== null && value === null ? t('noPart') : t('choose')}
          onFocus={({ target }) => {
            setSettled(value)
            target.select()
          }}
          onBlur={() => setTyped(null)}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, ...named, autoComplete: 'off' },
          }}
        />
      )}
    />
  )
}
