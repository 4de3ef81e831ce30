import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { sizes } from '../theme/tokens.ts'

export interface SkeletonTableProps {
  /** Widths of the columns, in px. */
  widths: readonly number[]
  rows?: number
}

/**
 * The outline of a table that is loading, with its column widths and 36 px rows. It is decorative: the page
 * says in words that it is loading.
 */
export function SkeletonTable({ widths, rows = 12 }: SkeletonTableProps) {
  return (
    <Box aria-hidden sx={{ overflow: 'hidden', width: '100%' }}>
      {Array.from({ length: rows + 1 }, (_, row) => (
        <Box
          key={row}
          sx={{
            display: 'flex',
            height: row === 0 ? sizes.header : sizes.row,
            alignItems: 'center',
            borderBottom: 1,
            borderColor: 'divider',
          }}
        >
          {widths.map((width, column) => (
            <Box key={column} sx={{ width, flex: 'none', paddingInline: 2.5 }}>
              <Skeleton
                variant="text"
                animation={false}
                width={row === 0 ? '50%' : `${55 + ((row * 7 + column * 13) % 35)}%`}
              />
            </Box>
          ))}
        </Box>
      ))}
    </Box>
  )
}
