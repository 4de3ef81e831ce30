import { mdiClose, mdiMagnify } from '@mdi/js'
import { maxSearchTokenLength } from '@portal/contract'
import { mailSearchOperators } from '@portal/contract/mail-search'
import type { MailSearchOperator } from '@portal/contract/mail-search'
import { Icon } from '@portal/shared-ui'
import { Box, Chip, IconButton, InputAdornment, OutlinedInput } from '@portal/shared-ui/mui'
import { useNavigate } from '@portal/shared-ui/router'
import { useEffect, useRef, useState } from 'react'
import { folderName } from '../../folder-name.ts'
import { mailPath } from '../../paths.ts'
import type { MailAddressBar } from '../../paths.ts'
import { t } from '../../texts.ts'

const typingPauseMs = 250

/** The text a hint inserts into the search, and its meaning. */
const hints: Readonly<Record<MailSearchOperator, { text: string; meaning: () => string }>> = {
  from: { text: 'from:', meaning: () => t('hintFrom') },
  to: { text: 'to:', meaning: () => t('hintTo') },
  subject: { text: 'subject:', meaning: () => t('hintSubject') },
  has: { text: 'has:attachment', meaning: () => t('hintHas') },
  before: { text: 'before:', meaning: () => t('hintBefore') },
  after: { text: 'after:', meaning: () => t('hintAfter') },
}

/** Over the list, so that no row moves while the user searches. */
const hintsStyle = {
  position: 'absolute',
  insetInline: 0,
  // Below the line with the scope and the number of hits.
  top: 'calc(100% + 36px)',
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  padding: 2,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  backgroundColor: 'portal.raised',
  boxShadow: 4,
} as const

/**
 * The search operators, shown where one can begin. They cover the first rows, and are hidden while a word is
 * typed. A click inserts one.
 */
function SearchHints({ onHint }: { onHint: (text: string) => void }) {
  return (
    <Box role="group" aria-label={t('searchHints')} sx={hintsStyle}>
      {mailSearchOperators.map((operator) => (
        <Chip
          key={operator}
          size="small"
          variant="outlined"
          label={hints[operator].text}
          title={hints[operator].meaning()}
          // Keeps the cursor in the search.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onHint(hints[operator].text)}
        />
      ))}
    </Box>
  )
}

/**
 * Searches the mailbox while the user types. The current search is in the address; the text being typed is
 * local state.
 */
export function MailSearch({ address }: { address: MailAddressBar }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(address.q)
  const [isOpen, setOpen] = useState(false)
  const asked = useRef(address.q)
  const latest = useRef(address)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current = address
    // The address changed for another reason: Back, another folder, Clear search.
    if (address.q !== asked.current) setTyped(address.q)
    asked.current = address.q
  }, [address])
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (text: string, pauseMs: number) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      asked.current = text.trim()
      void navigate(mailPath({ ...latest.current, q: text.trim() }), { replace: true })
    }, pauseMs)
  }
  const hint = (text: string) => {
    search(`${typed.trimEnd()} ${text}${text.endsWith(':') ? '' : ' '}`.trimStart(), typingPauseMs)
    input.current?.focus()
  }
  return (
    <Box
      onFocus={() => setOpen(true)}
      onBlur={({ currentTarget, relatedTarget }) =>
        setOpen(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
      }
      sx={{ position: 'relative' }}
    >
      <OutlinedInput
        fullWidth
        size="small"
        type="search"
        inputRef={input}
        value={typed}
        placeholder={
          address.inFolder ? t('searchIn', { folder: folderName(address.folder) }) : t('searchAll')
        }
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
        inputProps={{ 'aria-label': t('search'), maxLength: maxSearchTokenLength, 'data-mail-search': '' }}
        sx={{ '& input::-webkit-search-cancel-button': { display: 'none' } }}
      />
      {isOpen && (typed === '' || typed.endsWith(' ')) && <SearchHints onHint={hint} />}
    </Box>
  )
}
