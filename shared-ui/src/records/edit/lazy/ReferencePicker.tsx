import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { LookupOptions } from '@portal/contract'
import type { LookupOption, Reference, TableName } from '@portal/contract'
import { crud } from '../../../api/api.ts'
import { TextField } from '../../../inputs/TextField.tsx'
import { t } from '../texts.ts'

/** Records a reference may be set to; every role that may write such a reference may ask. Source: contract.md section 2. */
export function lookupQuery(to: TableName, searchToken: string, { limit = 20, staff = false }: { limit?: number; staff?: boolean } = {}) {
  return queryOptions({
    queryKey: ['records', to, 'lookup', searchToken, limit, staff],
    queryFn: ({ signal }) =>
      crud(
        { apiPath: `/${to}/lookup`, method: 'GET', query: { limit, ...(searchToken !== '' && { searchToken }), ...(staff && { staff: true }) } },
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
}

const isSame = (option: LookupOption, value: LookupOption) => option.pid === value.pid

/** Chooses a record by typing part of its name or number. */
export function ReferencePicker({ to, staff = false, value, onChange, named, hasProblem = false, autoFocus = false }: ReferencePickerProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const token = useDeferredValue((typed ?? '').trim().slice(0, 200))
  const found = useQuery({ ...lookupQuery(to ?? 'permits', token, { staff }), enabled: isOpen && to !== null, placeholderData: keepPreviousData })
  const chosen: LookupOption | null = value === null ? null : { ...value, hint: '' }
  return (
    <Autocomplete<LookupOption>
      fullWidth
      size="small"
      value={chosen}
      options={found.data?.options ?? []}
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
      onInputChange={(_event, text, reason) => setTyped(reason === 'input' ? text : null)}
      onChange={(_event, option) => onChange(option === null ? null : { pid: option.pid, title: option.title })}
      renderOption={({ key, ...props }, option) => (
        <li key={key} {...props}>
          <Box sx={{ minWidth: 0 }}>
            {option.title}
            {option.hint !== '' && <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>{option.hint}</Box>}
          </Box>
        </li>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          error={hasProblem}
          autoFocus={autoFocus}
          placeholder={t('choose')}
          slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, ...named, autoComplete: 'off' } }}
        />
      )}
    />
  )
}
