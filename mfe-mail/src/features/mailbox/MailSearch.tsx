import { mdiClose, mdiMagnify } from '@mdi/js'
import { longestSearchToken, mailFolderNames } from '@portal/contract'
import { Icon } from '@portal/shared-ui'
import { IconButton, InputAdornment, OutlinedInput } from '@portal/shared-ui/mui'
import { useNavigate } from '@portal/shared-ui/router'
import { useEffect, useRef, useState } from 'react'
import { mailPath } from '../../paths.ts'
import type { MailAddressBar } from '../../paths.ts'
import { t } from '../../texts.ts'

const typingPauseMs = 250

/** Searches the open folder as one types. What is searched for stands in the address; what is being typed is here. */
export function MailSearch({ address }: { address: MailAddressBar }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(address.q)
  const asked = useRef(address.q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // The address changed by other means: Back, another folder, Clear search.
    if (address.q !== asked.current) setTyped(address.q)
    asked.current = address.q
  }, [address.q])
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (text: string, pauseMs: number) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      asked.current = text.trim()
      void navigate(mailPath({ ...address, page: 1, q: text.trim() }), { replace: true })
    }, pauseMs)
  }
  return (
    <OutlinedInput
      fullWidth
      size="small"
      type="search"
      value={typed}
      placeholder={t('searchIn', { folder: mailFolderNames[address.folder] })}
      onChange={(event) => search(event.target.value, typingPauseMs)}
      startAdornment={
        <InputAdornment position="start">
          <Icon path={mdiMagnify} />
        </InputAdornment>
      }
      endAdornment={
        typed !== '' && (
          <InputAdornment position="end">
            <IconButton aria-label={t('clearSearch')} edge="end" onClick={() => search('', 0)}>
              <Icon path={mdiClose} size={16} />
            </IconButton>
          </InputAdornment>
        )
      }
      inputProps={{ 'aria-label': t('search'), maxLength: longestSearchToken, 'data-mail-search': '' }}
      sx={{ '& input::-webkit-search-cancel-button': { display: 'none' } }}
    />
  )
}
