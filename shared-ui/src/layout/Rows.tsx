import Box from '@mui/material/Box'
import { Fragment } from 'react'
import type { ReactNode } from 'react'

interface RowsProps {
  label: string
  /** In pixels; longer lists scroll. */
  maxHeight?: number
  children: ReactNode
}

/** The style of a row, for a list item that is not a `Row`. */
export const rowSx = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 3,
  rowGap: 2,
  paddingInline: 3,
  paddingBlock: 2.5,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const

/** A list with a thin border around and between its rows. */
export function Rows({ label, maxHeight, children }: RowsProps) {
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        listStyle: 'none',
        margin: 0,
        padding: 0,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        backgroundColor: 'portal.surface',
        ...(maxHeight !== undefined && { maxHeight, overflow: 'auto' }),
      }}
    >
      {children}
    </Box>
  )
}

export interface RowProps {
  titleId: string
  title: ReactNode
  /** A badge beside the title. */
  mark?: ReactNode
  /** Facts below the title, on one line if they fit. */
  facts: readonly string[]
  /** A problem or remark below the facts. */
  note?: ReactNode
  /** The actions of the row. */
  children?: ReactNode
}

/** One row: title, facts and actions. */
export function Row({ titleId, title, mark, facts, note, children }: RowProps) {
  return (
    <Box component="li" sx={rowSx}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, fontWeight: 550 }}>
          <span id={titleId}>{title}</span>
          {mark}
        </Box>
        <Box
          sx={{
            color: 'text.secondary',
            fontSize: '0.75rem',
            lineHeight: 4 / 3,
            '& > span': { display: 'inline-block' },
          }}
        >
          {facts.map((fact, index) => (
            <Fragment key={fact}>
              <span>
                {fact}
                {index < facts.length - 1 && ' ·'}
              </span>{' '}
            </Fragment>
          ))}
        </Box>
        {note}
      </Box>
      {children !== undefined && <Box sx={{ display: 'flex', gap: 2 }}>{children}</Box>}
    </Box>
  )
}
