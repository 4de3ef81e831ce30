import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** Where a button stands, in the order of look.md section 3. */
export type ToolbarPlace = 'import' | 'export' | 'addField' | 'layout' | 'new' | 'views' | 'filter' | 'sort' | 'group' | 'hide' | 'update' | 'delete'

const above = ['layout', 'import', 'export', 'addField', 'new'] as const satisfies readonly ToolbarPlace[]
const below = ['views', 'filter', 'sort', 'group', 'hide', 'update', 'delete'] as const satisfies readonly ToolbarPlace[]

export interface ToolbarProps {
  /** The buttons by their places; a place without one takes no room. */
  places: Partial<Record<ToolbarPlace, ReactNode>>
  /** How many records there are, announced. */
  status: string
  /** Beside it: what others changed since. */
  news?: ReactNode
  search: ReactNode
  /** Below the buttons: what is set, to edit and remove. */
  chips?: ReactNode
}

/** Above a table: the count and what makes or moves records, then what shows and changes them, then the chips. */
export function Toolbar({ places, status, news, search, chips }: ToolbarProps) {
  const row = { display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }
  return (
    <Box
      sx={{
        borderBottom: 1,
        borderColor: 'divider',
        paddingInline: 3,
        paddingBlock: 1.5,
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 1,
        flex: 'none',
        containerType: 'inline-size',
      }}
    >
      <Box sx={row}>
        {/* On a phone the count has a line of its own and the buttons the next. */}
        <Box sx={{ ...row, columnGap: 2, marginRight: 'auto', paddingInline: 1, '@container (max-width: 440px)': { width: '100%' } }}>
          <Box role="status" sx={{ color: 'text.secondary', minHeight: 20 }}>
            {status}
          </Box>
          {news}
        </Box>
        {above.map((place) => (
          <Placed key={place} content={places[place]} />
        ))}
      </Box>
      <Box sx={row}>
        <Box
          sx={{
            ...row,
            flex: 1,
            minWidth: 0,
            '& button': { whiteSpace: 'nowrap', flex: 'none' },
            // Beside an open record or on a phone the buttons stay in one line that scrolls, and fades where it goes on.
            '@container (max-width: 880px)': {
              flexWrap: 'nowrap',
              overflowX: 'auto',
              minWidth: '100%',
              paddingBottom: 0.5,
              paddingRight: 6,
              maskImage: 'linear-gradient(to right, black calc(100% - 24px), transparent)',
            },
          }}
        >
          {below.map((place) => (
            <Placed key={place} content={places[place]} />
          ))}
        </Box>
        {search}
      </Box>
      {chips}
    </Box>
  )
}

function Placed({ content }: { content: ReactNode }) {
  return content ?? null
}
