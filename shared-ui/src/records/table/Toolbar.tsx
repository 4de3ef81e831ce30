import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** Where a button stands, in the order of look.md section 3. */
export type ToolbarPlace =
  'import' | 'export' | 'addField' | 'layout' | 'action' | 'new' | 'views' | 'filter' | 'sort' | 'group' | 'hide' | 'update' | 'delete'

const above = ['layout', 'import', 'export', 'addField', 'action', 'new'] as const satisfies readonly ToolbarPlace[]
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

/** Narrower than this the buttons take their lines whole: beside an open record, and on a phone. */
const narrow = '@container (max-width: 880px)'
const line = { display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }

/**
 * Above a table: the count and what makes or moves records, then what shows and changes them, then the chips. Where it is narrow the
 * count stands beside the search, so that no button is left over on a line of its own; the order of the keys stays that of the eyes.
 */
export function Toolbar({ places, status, news, search, chips }: ToolbarProps) {
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
      <Box
        sx={{
          display: 'grid',
          alignItems: 'center',
          gap: 1,
          gridTemplateColumns: 'minmax(0, 1fr) auto auto',
          gridTemplateAreas: '"count made made" "menus menus search"',
          [narrow]: {
            gridTemplateColumns: 'fit-content(60%) minmax(0, 1fr)',
            gridTemplateAreas: '"made made" "menus menus" "count search"',
          },
        }}
      >
        <Box sx={{ ...line, gridArea: 'count', columnGap: 2, paddingInline: 1 }}>
          <Box role="status" sx={{ color: 'text.secondary', minHeight: 20 }}>
            {status}
          </Box>
          {news}
        </Box>
        <Box
          sx={{
            ...line,
            gridArea: 'made',
            justifyContent: 'flex-end',
            [narrow]: { justifyContent: 'flex-start', '& > :last-child': { marginLeft: 'auto' } },
          }}
        >
          {above.map((place) => (
            <Placed key={place} content={places[place]} />
          ))}
        </Box>
        <Box
          sx={{
            ...line,
            gridArea: 'menus',
            minWidth: 0,
            '& button': { whiteSpace: 'nowrap', flex: 'none' },
            // Beside an open record or on a phone the buttons stay in one line that scrolls, and fades where it goes on.
            [narrow]: {
              flexWrap: 'nowrap',
              overflowX: 'auto',
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
        <Box sx={{ gridArea: 'search', display: 'flex', justifyContent: 'flex-end' }}>{search}</Box>
      </Box>
      {chips}
    </Box>
  )
}

function Placed({ content }: { content: ReactNode }) {
  return content ?? null
}
