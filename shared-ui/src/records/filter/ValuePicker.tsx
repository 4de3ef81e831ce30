import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import { foldText, me, referredBy } from '@portal/contract'
import type { DistinctValues, Field, Filter } from '@portal/contract'
import { formatNumber } from '../../format/numbers.ts'
import { OutlinedInput } from '../../inputs/InputBase.tsx'
import { Checkbox } from '../../inputs/switches.tsx'
import { plainText } from '../values/FieldValue.tsx'
import { useRecordPage } from '../page/record-page-context.ts'
import type { FilterValue } from './filter-tree.ts'
import { isRemovedOption } from './removed-options.ts'
import { keyOf, keysOf, valuesQuery } from './values-query.ts'
import { t } from './texts.ts'

interface Choice {
  key: FilterValue
  /** Codes that stand for the same record in a filter. */
  codes?: readonly string[] | undefined
  label: string
  count: number
}

const isNamed = ({ key, codes = [] }: Choice, name: FilterValue) =>
  key === name || codes.some((code) => code === name)

export interface ValuePickerProps {
  field: string
  declared: Field
  /** The field's name, for the list's own. */
  label: string
  /** What else the records meet: they are counted under it. */
  beside: Filter
  chosen: readonly FilterValue[]
  onChange: (chosen: FilterValue[]) => void
}

/**
 * The values a field has, most frequent first, each with how many records have it; codes nobody uses yet come
 * last.
 */
export function ValuePicker({ field, declared, label, beside, chosen, onChange }: ValuePickerProps) {
  const { collection, list } = useRecordPage()
  const id = useId()
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed.trim())
  // Codes are few and found by their labels here; of other values there may be many, and the server finds
  // them.
  const isCoded = declared.options !== undefined
  const scope = list.scope && { scope: list.scope }
  const counted = { ...scope, ...(Object.keys(beside).length > 0 && { filter: beside }) }
  const asked = isCoded ? { limit: 200 } : { searchToken: wanted }
  const values = useQuery(valuesQuery(collection.name, field, { ...asked, ...counted }))
  const toChoice = ({ value, count, codes }: DistinctValues['values'][number]): Choice => ({
    key: keyOf(value),
    codes,
    label: value === null ? t('empty') : plainText(declared, value),
    count,
  })
  const listed = (values.data?.values ?? []).map(toChoice)
  // What is chosen and not among them: the other conditions leave no record with it, or it lies beyond the
  // first values.
  const isListed = (key: FilterValue) =>
    key === null || key === me || listed.some((choice) => isNamed(choice, key))
  const missing =
    referredBy(declared) !== undefined && wanted === '' && values.isSuccess
      ? chosen.filter((key) => !isListed(key))
      : []
  const named = useQuery({
    ...valuesQuery(collection.name, field, { ...scope, filter: { [field]: missing } }),
    enabled: missing.length > 0,
  })
  const others = missing.map((key): Choice => {
    const found = named.data?.values.find((each) => keysOf(each).some((name) => name === key))
    return {
      key,
      label:
        found === undefined ? (named.isFetching ? '…' : t('unknownValue')) : plainText(declared, found.value),
      count: 0,
    }
  })
  const found = [...others, ...listed]
  const unused: Choice[] = (declared.options ?? [])
    .filter(({ code }) => !found.some(({ key }) => key === code))
    .map((option) => ({ key: option.code, label: option.label, count: 0 }))
  const isOfPeople = referredBy(declared) === 'users'
  const own = { and: [beside, { [field]: me }] }
  const ofMe = useQuery({
    ...valuesQuery(collection.name, field, { ...scope, filter: own, limit: 1 }),
    enabled: isOfPeople,
  })
  const mine: Choice = { key: me, label: t('me'), count: ofMe.data?.values[0]?.count ?? 0 }
  // What went stands first as long as it is chosen, so that it can be taken out.
  const gone: Choice[] = chosen.flatMap((key) =>
    isRemovedOption(declared, key) ? [{ key, label: t('gone', { value: key }), count: 0 }] : [],
  )
  const choices = [
    ...(isOfPeople && foldText(t('me')).includes(foldText(wanted)) ? [mine] : []),
    ...gone,
    ...found,
    ...unused,
  ].filter((choice) => !isCoded || foldText(choice.label).includes(foldText(wanted)))
  const isChosen = (choice: Choice) => chosen.some((key) => isNamed(choice, key))
  const toggle = (choice: Choice) =>
    onChange(isChosen(choice) ? chosen.filter((each) => !isNamed(choice, each)) : [...chosen, choice.key])
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, width: '100%' }}>
      <OutlinedInput
        size="small"
        fullWidth
        value={typed}
        placeholder={t('findValue')}
        onChange={({ target }) => setTyped(target.value)}
        inputProps={{ 'aria-label': `${t('findValue')}: ${label}` }}
        sx={{ '& fieldset': { border: 0 } }}
      />
      <Box
        role="group"
        aria-label={`${t('choose')}: ${label}`}
        aria-busy={values.isFetching}
        sx={{ maxHeight: 208, overflowY: 'auto', paddingInline: 2 }}
      >
        {values.isError && (
          <Box role="alert" sx={{ display: 'flex', gap: 2, alignItems: 'center', padding: 1 }}>
            {t('valuesFailed')}
            <Button onClick={() => void values.refetch()}>{t('tryAgain')}</Button>
          </Box>
        )}
        {choices.map((choice, index) => (
          <Box key={String(choice.key)} sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
            <FormControlLabel
              label={choice.label}
              control={
                <Checkbox
                  size="small"
                  checked={isChosen(choice)}
                  onChange={() => toggle(choice)}
                  input={{ 'aria-describedby': `${id}-${index}` }}
                />
              }
              sx={{
                flex: 1,
                minWidth: 0,
                marginRight: 0,
                '& .MuiFormControlLabel-label': { overflow: 'hidden', textOverflow: 'ellipsis' },
              }}
            />
            <Box component="span" id={`${id}-${index}`} sx={{ color: 'text.secondary' }}>
              {formatNumber(choice.count)}
            </Box>
          </Box>
        ))}
        {values.isSuccess && choices.length === 0 && (
          <Box sx={{ color: 'text.secondary', padding: 1 }}>{t('noValues')}</Box>
        )}
      </Box>
    </Box>
  )
}
