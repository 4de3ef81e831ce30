import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** Positions of buttons, in the order of look.md 3. */
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

const above = ['layout', 'import', 'export', 'addField', 'action'] as const satisfies readonly ToolbarPlace[]
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
  /** The buttons by position. A position without a button takes no space. */
  places: Partial<Record<ToolbarPlace, ReactNode>>
  /** The number of records, announced to screen readers. */
  status: string
  /** Next to the number: changes by other people since the list was loaded. */
  news?: ReactNode
  search: ReactNode
  /** Below the buttons: the active settings of the list, which can be edited and removed. */
  chips?: ReactNode
}

/** Below this width, menu buttons have no icons, so that their labels and the name of a view fit. */
const tight = '@container (max-width: 1120px)'
/** Below this width, a row of buttons scrolls: next to an open record, and on a phone. */
const narrow = '@container (max-width: 880px)'
/**
 * Below this width, the number of records is next to the search, so that each row of buttons has the full
 * width.
 */
const slim = '@container (max-width: 560px)'
const line = { display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }
/** A row that scrolls when it does not fit, and fades out at both ends. */
const scrolling = {
  overflowX: 'auto',
  marginInlineStart: -3,
  paddingInline: '12px 24px',
  maskImage: 'linear-gradient(to right, transparent, black 12px, black calc(100% - 24px), transparent)',
}

/**
 * The toolbar of a table: the number of records and the buttons that create or transfer records, then the
 * buttons for views and changes, then the chips. Each row of buttons stays on one line; the names of views
 * and the search shrink first. The tab order matches the visual order.
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
              [slim]: { gridArea: 'made', '& .MuiButton-root': { paddingInline: 2 } },
            }}
          >
            <Box sx={{ display: 'contents', [slim]: { ...line, ...scrolling, flex: 1 } }}>
              {above.map((place) => (
                <Placed key={place} content={places[place]} />
              ))}
            </Box>
            {/* The button that creates a record stays beside the others, with its label alone. */}
            <Box
              sx={{
                display: 'contents',
                [slim]: { '& .MuiButton-startIcon': { display: 'none' } },
              }}
            >
              <Placed content={places.new} />
            </Box>
          </Box>
        </Box>
        <Box sx={{ ...line, justifyContent: 'space-between', [slim]: { display: 'contents' } }}>
          <Box
            sx={{
              ...line,
              ...scrolling,
              '& button': { whiteSpace: 'nowrap', flex: 'none' },
              // The name of a view is shortened before the row scrolls.
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
              // Shrinks before the row of buttons does.
              flex: '0 100 280px',
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
