import InputAdornment from '@mui/material/InputAdornment'
import { maxSearchTokenLength } from '@portal/contract'
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { Icon } from '../../icons/Icon.tsx'
import { mdiMagnify } from '../../icons/paths.ts'
import { OutlinedInput } from '../../inputs/InputBase.tsx'
import { t } from '../texts.ts'

const typingPauseMs = 250

export interface SearchBoxProps {
  token: string
  onSearch: (token: string) => void
  /** What is searched; by default the records of the page. */
  label?: string
  /** The input, which the key `/` focuses. */
  box?: RefObject<HTMLInputElement | null>
}

/**
 * Searches while the user types, after a pause. The token is in the address; unsubmitted text is local state.
 */
export function SearchBox({ token, onSearch, label = t('search'), box }: SearchBoxProps) {
  const [typed, setTyped] = useState(token)
  const asked = useRef(token)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // The address changed in another way: Back, a link, Clear search.
    if (token !== asked.current) setTyped(token)
    asked.current = token
  }, [token])
  useEffect(() => () => clearTimeout(timer.current), [])
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      asked.current = text.trim()
      latest.current(text.trim())
    }, typingPauseMs)
  }
  return (
    <OutlinedInput
      size="small"
      type="search"
      {...(box !== undefined && { inputRef: box })}
      value={typed}
      placeholder={label}
      onChange={(event) => type(event.target.value)}
      startAdornment={
        <InputAdornment position="start">
          <Icon path={mdiMagnify} />
        </InputAdornment>
      }
      inputProps={{ 'aria-label': label, maxLength: maxSearchTokenLength }}
      sx={{ width: { xs: '100%', sm: 280 }, maxWidth: '100%' }}
    />
  )
}
