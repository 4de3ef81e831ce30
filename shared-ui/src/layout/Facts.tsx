import Box from '@mui/material/Box'
import { Fragment } from 'react'
import type { ReactNode } from 'react'

/** Name and value pairs, side by side; empty values are omitted. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  const given = facts.filter(
    ([, value]) => value !== null && value !== undefined && value !== false && value !== '',
  )
  if (given.length === 0) return null
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(96px, max-content) minmax(0, 1fr)',
        columnGap: { xs: 3, sm: 6 },
        rowGap: 2,
        margin: 0,
      }}
    >
      {given.map(([name, value]) => (
        <Fragment key={name}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {name}
          </Box>
          <Box
            component="dd"
            sx={{ margin: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}
          >
            {value}
          </Box>
        </Fragment>
      ))}
    </Box>
  )
}
