import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** Where a button stands, in the order of look.md 3. */
export type ToolbarPlace =
  | 'import'
  | 'export'
  | 'addField'
  | 'layout'
  | 'action'
  | 'new'
  | 'views'
  | 'filter'
  | 'sort'
  | 'group'
  | 'hide'
  | 'update'
  | 'delete'

const above = [
  'layout',
  'import',
  'export',
  'addField',
  'action',
  'new',
] as const satisfies readonly ToolbarPlace[]
const below = [
  'views',
  'filter',
  'sort',
  'group',
  'hide',
  'update',
  'delete',
] as const satisfies readonly ToolbarPlace[]

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

/** Narrower than this the icons of the menus go, so that their words and the name of a view have room. */
const tight = '@container (max-width: 1120px)'
/** Narrower than this a line of buttons scrolls: beside an open record, and on a phone. */
const narrow = '@container (max-width: 880px)'
/** Narrower than this the count stands beside the search, so that both lines of buttons are whole. */
const slim = '@container (max-width: 560px)'
const line = { display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }
/** One line that scrolls where it does not fit, and fades at both ends. */
const scrolling = {
  overflowX: 'auto',
  marginInlineStart: -3,
  paddingInline: '12px 24px',
  maskImage: 'linear-gradient(to right, transparent, black 12px, black calc(100% - 24px), transparent)',
}

/**
 * Above a table: the count and what makes or moves records, then what shows and changes them, then the chips.
 * Both lines of buttons stay one line each, whatever is set: names of views and the search give way first.
 * The order of the keys stays that of the eyes.
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
          gridTemplateColumns: 'minmax(0, 1fr)',
          alignItems: 'center',
          gap: 1,
          [slim]: {
            gridTemplateColumns: 'fit-content(60%) minmax(0, 1fr)',
            gridTemplateAreas: '"made made" "menus menus" "count search"',
          },
        }}
      >
        <Box sx={{ ...line, justifyContent: 'space-between', [slim]: { display: 'contents' } }}>
          <Box sx={{ ...line, [slim]: { gridArea: 'count' }, columnGap: 2, paddingInline: 1 }}>
            <Box role="status" sx={{ color: 'text.secondary', minHeight: 20 }}>
              {status}
            </Box>
            {news}
          </Box>
          <Box
            sx={{
              ...line,
              '& button': { flex: 'none' },
              [slim]: {
                gridArea: 'made',
                overflowX: 'auto',
                // What makes a record stays in sight.
                '& > :last-child': { marginInlineStart: 'auto', position: 'sticky', right: 0 },
              },
            }}
          >
            {above.map((place) => (
              <Placed key={place} content={places[place]} />
            ))}
          </Box>
        </Box>
        <Box sx={{ ...line, justifyContent: 'space-between', [slim]: { display: 'contents' } }}>
          <Box
            sx={{
              ...line,
              ...scrolling,
              '& button': { whiteSpace: 'nowrap', flex: 'none' },
              // The name of a view is cut before the line of buttons scrolls.
              '& [data-gives-way], & [data-gives-way] > button': {
                flex: '0 1 auto',
                minWidth: 'min-content',
                maxWidth: '100%',
              },
              [tight]: { '& .MuiButton-startIcon': { display: 'none' } },
              [narrow]: {
                flex: 1,
                '& [data-gives-way], & [data-gives-way] > button': { flex: 'none' },
              },
              [slim]: { gridArea: 'menus' },
            }}
          >
            {below.map((place) => (
              <Placed key={place} content={places[place]} />
            ))}
          </Box>
          <Box
            sx={{
              display: 'flex',
              justifyContent: 'flex-end',
              flex: '0 1 280px',
              minWidth: 160,
              [narrow]: { flexBasis: 180 },
              [slim]: { gridArea: 'search', minWidth: 0 },
            }}
          >
            {search}
          </Box>
        </Box>
      </Box>
      {chips}
    </Box>
  )
}

function Placed({ content }: { content: ReactNode }) {
  return content ?? null
}
