import type { Metric } from '@portal/contract'
import { formatNumber } from '@portal/shared-ui'
import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@portal/shared-ui/mui'
import { MetricLink } from './MetricLink.tsx'
import { t } from './texts.ts'

export interface TableLine {
  key: string
  label: string
  cells: readonly (Metric & { words?: string })[]
}

/** The numbers of a chart as a table; each one links to its list. */
export function MetricTable({
  name,
  head,
  lines,
}: {
  name: string
  head: readonly string[]
  lines: readonly TableLine[]
}) {
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table size="small" aria-label={name}>
        <TableHead>
          <TableRow>
            {head.map((label, index) => (
              <TableCell key={label} align={index === 0 ? 'left' : 'right'}>
                {label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {lines.map(({ key, label, cells }) => (
            <TableRow key={key}>
              <TableCell component="th" scope="row">
                {label}
              </TableCell>
              {cells.map(({ count, list, words = formatNumber(count) }, index) => (
                <TableCell key={head[index + 1]} align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                  <MetricLink
                    list={list}
                    label={t('figure', { what: `${label}, ${head[index + 1] ?? ''}`, value: words })}
                    sx={{ color: 'text.primary' }}
                  >
                    {words}
                  </MetricLink>
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}
