import type { MailAddress } from '@portal/contract'
import { Autocomplete, Box, Chip, FormHelperText, TextField } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { Mailbox } from '../../mail-calls.ts'
import { recipientsQuery } from './draft-calls.ts'
import { isAddress, readPeople, withPeople } from './draft-text.ts'
import { lineStyle, plainInput } from './line-styles.ts'
import { t } from './texts.ts'

export interface RecipientFieldProps {
  label: string
  mailbox: Mailbox
  people: readonly MailAddress[]
  onChange: (people: MailAddress[]) => void
  autoFocus?: boolean
}

const nameOf = ({ name, address }: MailAddress) => (name === '' ? address : name)
const labelOf = (option: MailAddress | string) => (typeof option === 'string' ? option : nameOf(option))
const hintOf = (option: MailAddress) =>
  [option.address, 'hint' in option && typeof option.hint === 'string' ? option.hint : '']
    .filter(Boolean)
    .join(' · ')

/**
 * A field of recipients: chips for those entered, suggestions while typing. Text left in the field becomes a
 * chip too, marked when it is not an address.
 */
export function RecipientField({ label, mailbox, people, onChange, autoFocus = false }: RecipientFieldProps) {
  const [typed, setTyped] = useState('')
  const [hasWalked, setWalked] = useState(false)
  const id = useId()
  const token = useDeferredValue(typed.trim())
  const { data } = useQuery({ ...recipientsQuery(mailbox, token), enabled: token.length > 0 })
  const invalid = people.filter(({ address }) => !isAddress(address))
  // The list is memoized: a new one would reset the highlight to the first suggestion.
  const options = useMemo(
    () =>
      token === ''
        ? []
        : (data ?? []).filter(
            ({ address }) => !people.some((person) => person.address.toLowerCase() === address.toLowerCase()),
          ),
    [data, people, token],
  )
  const highlighted = useRef<MailAddress | null>(null)
  const add = (added: readonly MailAddress[]) => {
    setTyped('')
    if (added.length > 0) onChange(withPeople(people, added))
  }
  const onType = (text: string) => {
    setWalked(false)
    highlighted.current = null
    // A typed or pasted separator ends an address.
    const isEnded = /[,;\n]/.test(text.replaceAll(/"[^"]*"?/g, ''))
    if (isEnded) add(readPeople(text))
    else setTyped(text)
  }
  /**
   * Enter selects the highlighted suggestion, which is the first one until the user moves. MUI would prefer
   * the typed text over a highlight it set itself. A complete address is used as typed, unless the user moved
   * the highlight.
   */
  const onKeyDown = (event: KeyboardEvent & { defaultMuiPrevented?: boolean }) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setWalked(true)
    if (event.key !== 'Enter' || hasWalked || typed.trim() === '') return
    const isOpen = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true'
    const known = options.find(({ address }) => address.toLowerCase() === typed.trim().toLowerCase())
    const taken = isAddress(typed) ? known : isOpen ? (highlighted.current ?? options[0]) : undefined
    event.preventDefault()
    event.defaultMuiPrevented = true
    add(taken === undefined ? readPeople(typed) : [{ name: taken.name, address: taken.address }])
  }
  return (
    <Box sx={lineStyle}>
      <label htmlFor={id}>{label}</label>
      <Box sx={{ minWidth: 0 }}>
        <Autocomplete<MailAddress, true, true, true>
          id={id}
          multiple
          freeSolo
          disableClearable
          autoHighlight
          clearOnBlur={false}
          size="small"
          value={[...people]}
          inputValue={typed}
          options={options}
          filterOptions={(all) => all}
          getOptionLabel={labelOf}
          getOptionKey={(option) => (typeof option === 'string' ? option : option.address)}
          isOptionEqualToValue={(option, value) =>
            typeof value !== 'string' && option.address === value.address
          }
          onInputChange={(_event, text, reason) => {
            if (reason === 'input') onType(text)
          }}
          onChange={(_event, values, reason) => {
            if (reason === 'blur') return
            setTyped('')
            onChange(
              values.flatMap((value) =>
                typeof value === 'string'
                  ? readPeople(value)
                  : [{ name: value.name, address: value.address }],
              ),
            )
          }}
          onKeyDown={onKeyDown}
          onHighlightChange={(_event, option) => {
            highlighted.current = typeof option === 'string' ? null : option
          }}
          onBlur={() => add(readPeople(typed))}
          renderOption={({ key, ...props }, option) => (
            <li key={key} {...props}>
              <Box sx={{ minWidth: 0 }}>
                <bdi>{nameOf(option)}</bdi>
                <Box
                  sx={{
                    color: 'text.secondary',
                    typography: 'caption',
                    overflow: 'hidden',
                    textOverflow: 'ellipsis',
                  }}
                >
                  {hintOf(option)}
                </Box>
              </Box>
            </li>
          )}
          renderValue={(values, itemProps) =>
            values.map((value, index) => {
              const person = typeof value === 'string' ? { name: '', address: value } : value
              const { key, ...props } = itemProps({ index })
              return (
                <Chip
                  key={key}
                  {...props}
                  size="small"
                  label={<bdi>{nameOf(person)}</bdi>}
                  title={person.address}
                  variant="outlined"
                  color={isAddress(person.address) ? 'default' : 'error'}
                />
              )
            })
          }
          renderInput={(params) => (
            <TextField
              {...params}
              autoFocus={autoFocus}
              sx={plainInput}
              slotProps={{
                ...params.slotProps,

                htmlInput: { ...params.slotProps.htmlInput, autoComplete: 'off' },
              }}
            />
          )}
        />
        {invalid.length > 0 && (
          <FormHelperText error role="alert" sx={{ margin: 0, paddingBottom: 1 }}>
            {t('invalidPeople', {
              count: invalid.length,
              people: invalid.map(({ address }) => address).join(', '),
            })}
          </FormHelperText>
        )}
      </Box>
    </Box>
  )
}
