import { Box, Button, Table, TableBody, TableCell, TableHead, TableRow } from '@portal/shared-ui/mui'
import type { ReactNode } from 'react'

/** On a phone the cells of a row stand below each other, each but the first under its heading. */
const stacked = (head: readonly string[]) => ({
  display: 'block',
  minWidth: 0,
  '& thead': { display: 'none' },
  '& tbody, & tbody tr, & tbody th, & tbody td': { display: 'block' },
  '& tbody tr': { paddingBlock: 1.5, borderBottom: 1, borderColor: 'divider' },
  '& tbody th': { fontWeight: 600 },
  '& tbody th, & tbody td': { border: 0, paddingBlock: 0.5, textAlign: 'start', whiteSpace: 'normal' },
  '& tbody td:empty': { display: 'none' },
  '& tbody td::before': { display: 'block', color: 'text.secondary', typography: 'caption' },
  ...Object.fromEntries(
    head
      .slice(1)
      .map((heading, at) => [
        `& tbody td:nth-of-type(${at + 1})::before`,
        { content: JSON.stringify(heading) },
      ]),
  ),
})

/** A table that scrolls sideways in its own region; on a phone its rows are stacked. */
export function WideTable({
  name,
  head,
  children,
}: {
  name: string
  head: readonly string[]
  children: ReactNode
}) {
  return (
    <Box role="region" aria-label={name} tabIndex={0} sx={{ overflowX: 'auto' }}>
      <Table
        aria-label={name}
        sx={[
          { minWidth: 820, overflowWrap: 'break-word' },
          (theme) => ({ [theme.breakpoints.down('sm')]: stacked(head) }),
        ]}
      >
        <TableHead>
          <TableRow>
            {head.map((heading) => (
              <TableCell key={heading}>{heading}</TableCell>
            ))}
            <TableCell component="td" />
          </TableRow>
        </TableHead>
        <TableBody>{children}</TableBody>
      </Table>
    </Box>
  )
}

/** The cell with the button that opens the row. */
export function EditCell({ label, name, onClick }: { label: string; name: string; onClick: () => void }) {
  return (
    <TableCell align="right" sx={{ paddingBlock: 1 }}>
      <Button size="small" variant="outlined" aria-label={name} onClick={onClick}>
        {label}
      </Button>
    </TableCell>
  )
}
