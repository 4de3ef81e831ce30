import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import type { Declaration } from '@portal/contract'
import { useRecordPage } from '../page/record-page-context.ts'
import { askList } from '../list/record-queries.ts'
import type { ListState } from '../list/record-queries.ts'
import { numberOf, titleOf } from '../declaration/record-title.ts'
import type { BulkOutcome } from './bulk-calls.ts'
import { t } from './texts.ts'

/** Nobody reads more entries than this one by one. */
const maxShown = 100

/** The refused records by name, each with its reason. */
export function Refusals({ collection, failed }: { collection: Declaration; failed: BulkOutcome['failed'] }) {
  const shown = failed.slice(0, maxShown)
  const pids = shown.map(({ pid }) => pid)
  // The scope of Search permits includes both lists, so the names of records in both are found.
  const { scope } = useRecordPage().list
  const named: ListState = {
    page: 1,
    searchToken: '',
    filter: { pid: { in: pids } },
    ...(scope && { scope }),
  }
  const { data } = useQuery({
    queryKey: ['records', collection.name, 'names', scope, pids],
    queryFn: ({ signal }) => askList(collection, named, maxShown, signal),
    enabled: pids.length > 0,
  })
  if (failed.length === 0) return null
  const names = new Map(
    data?.records.map((record) => [
      record.pid,
      [numberOf(collection, record), titleOf(collection, record)].filter(Boolean).join(' · '),
    ]),
  )
  return (
    <Box>
      <Typography sx={{ color: 'error.main', fontWeight: 550, marginBottom: 1 }}>
        {t('refused', { count: failed.length })}
      </Typography>
      <Box sx={{ maxHeight: 280, overflowY: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 }}>
        <Table size="small" stickyHeader>
          <TableHead>
            <TableRow>
              <TableCell>{t('record')}</TableCell>
              <TableCell>{t('reason')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {shown.map(({ pid, reason }) => (
              <TableRow key={pid}>
                <TableCell sx={{ minWidth: 120 }}>{names.get(pid) ?? pid}</TableCell>
                <TableCell>{reason === 'not-found' ? t('notThere') : reason}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      {failed.length > maxShown && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('moreRefused', { count: failed.length - maxShown })}
        </Typography>
      )}
    </Box>
  )
}
