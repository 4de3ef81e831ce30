import { Box } from '@portal/shared-ui/mui'
import type { ReactNode } from 'react'

/** A text on one line that ends in an ellipsis. */
export const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

/** The frame of one element of a `ChipList`: a list item on one line. */
export const chip = {
  display: 'flex',
  alignItems: 'center',
  maxWidth: '100%',
  border: 1,
  borderColor: 'portal.edge',
  borderRadius: 1,
  '& > svg': { color: 'text.secondary', flex: 'none' },
} as const

/** Small framed elements in lines, such as the attachments and the linked records of a message. */
export function ChipList({
  label,
  isBounded = false,
  children,
}: {
  label: string
  /** Scrolls beyond three lines, and has a margin below. */
  isBounded?: boolean
  children: ReactNode
}) {
  return (
    <Box
      component="ul"
      role="list"
      aria-label={label}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        listStyle: 'none',
        margin: 0,
        paddingInline: 4,
        paddingTop: 2,
        ...(isBounded && { paddingBottom: 2, maxHeight: 120, overflowY: 'auto' }),
      }}
    >
      {children}
    </Box>
  )
}

/** A remark in an element, such as a size; `title` explains it. */
export function ChipNote({
  title,
  isError = false,
  children,
}: {
  title?: string
  isError?: boolean
  children: ReactNode
}) {
  return (
    <Box
      component="span"
      title={title}
      sx={{
        typography: 'caption',
        color: isError ? 'error.main' : 'text.secondary',
        whiteSpace: 'nowrap',
      }}
    >
      {children}
    </Box>
  )
}
