import type { SearchHit } from '@portal/contract'
import { kindAndStatus, recordSearchQuery, useDeclarations } from '@portal/shared-ui'
import { Box, TextField } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useDeferredValue, useId, useState } from 'react'
import type { KeyboardEvent } from 'react'

export interface RecordSearchProps {
  label: string
  placeholder: string
  nothing: string
  /** Search used while nothing is typed; Enter selects the first hit. */
  suggested?: string
  collections: readonly SearchHit['collection'][]
  onChoose: (hit: SearchHit) => void
}

const optionStyle = {
  display: 'flex',
  justifyContent: 'space-between',
  gap: 4,
  minHeight: 36,
  alignItems: 'center',
  paddingInline: 3,
  borderRadius: 1,
  cursor: 'pointer',
  '&[aria-selected=true]': {
    backgroundColor: 'portal.primarySoft.main',
    color: 'portal.primarySoft.text',
    '& .quiet': { color: 'inherit' },
  },
} as const
const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 } as const

/** Finds a record like the command palette: type, move with the arrow keys, select with Enter. */
export function RecordSearch({
  label,
  placeholder,
  nothing,
  suggested = '',
  collections,
  onChoose,
}: RecordSearchProps) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const token = useDeferredValue((typed.trim() === '' ? suggested : typed).trim().slice(0, 200))
  const search = useQuery(recordSearchQuery(token))
  const declarationOf = useDeclarations()
  const hits = (token === '' ? [] : (search.data?.hits ?? [])).filter(({ collection }) =>
    collections.includes(collection),
  )
  const place = Math.min(at, hits.length - 1)
  const optionId = (index: number) => `${listId}-${index}`
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && hits.length > 0) {
      event.preventDefault()
      setAt((place + step + hits.length) % hits.length)
    }
    const hit = hits[place]
    if (event.key === 'Enter' && hit !== undefined && !search.isPlaceholderData) {
      event.preventDefault()
      onChoose(hit)
    }
  }
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <TextField
        autoFocus
        fullWidth
        label={label}
        placeholder={placeholder}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        slotProps={{
          htmlInput: {
            role: 'combobox',
            'aria-expanded': hits.length > 0,
            'aria-controls': listId,
            'aria-autocomplete': 'list',
            'aria-activedescendant': hits.length > 0 ? optionId(place) : undefined,
          },
          inputLabel: { shrink: true },
        }}
      />
      <Box
        id={listId}
        role="listbox"
        aria-label={label}
        sx={{
          minHeight: 180,
          maxHeight: 320,
          overflowY: 'auto',
          opacity: search.isPlaceholderData ? 0.6 : 1,
        }}
      >
        {hits.map((hit, index) => (
          <Box
            key={`${hit.collection} ${hit.pid}`}
            id={optionId(index)}
            role="option"
            aria-selected={index === place}
            onMouseMove={() => setAt(index)}
            onClick={() => onChoose(hit)}
            sx={optionStyle}
          >
            <Box component="bdi" sx={cut}>
              {hit.number !== null && <span className="quiet">{`${hit.number} `}</span>}
              {hit.title}
            </Box>
            <Box
              component="span"
              className="quiet"
              sx={{ color: 'text.secondary', typography: 'caption', whiteSpace: 'nowrap' }}
            >
              {kindAndStatus(hit, declarationOf)}
            </Box>
          </Box>
        ))}
      </Box>
      <Box role="status" sx={{ minHeight: 20, color: search.isError ? 'error.main' : 'text.secondary' }}>
        {search.isError
          ? search.error.message
          : typed.trim().length >= 2 && search.data !== undefined && hits.length === 0 && nothing}
      </Box>
    </Box>
  )
}
