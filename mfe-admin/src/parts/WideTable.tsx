import { Box, Button, Table, TableBody, TableCell, TableHead, TableRow } from '@portal/shared-ui/mui'
import type { ReactNode } from 'react'

/** A table that scrolls sideways in its own region. */
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
      <Table aria-label={name} sx={{ minWidth: 820, overflowWrap: 'break-word' }}>
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
