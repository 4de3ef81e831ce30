import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { ImportReason, ImportResult } from '@portal/contract'
import { formatNumber } from '../../format/numbers.ts'
import { saveAsFile } from '../../format/save-as-file.ts'
import { errorsCsv } from './import-calls.ts'
import { t } from './texts.ts'

/** A reason names its column too, so that a phone can do without. */
const onWideScreens = { display: { xs: 'none', sm: 'table-cell' } } as const

/** How many rows have a reason, and which are the first of them. */
function rowsOf({ count, rows }: ImportReason): string {
  const named = { count, rows: rows.map((row) => formatNumber(row)).join(', ') }
  return count > rows.length ? t('rowsNamedMore', named) : t('rowsNamed', named)
}

/**
 * How many records an import makes or made, and the rows it skips: each reason once, with its count and its
 * first rows.
 */
export function ImportReportView({
  result,
  isDryRun,
  fileName,
}: {
  result: ImportResult
  isDryRun: boolean
  fileName: string
}) {
  const { created, skipped, createdOrgs = 0, reasons = [] } = result
  const unnamed = skipped - reasons.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <Typography>
        {t(isDryRun ? 'wouldCreate' : 'created', { count: created })}
        {createdOrgs > 0 && ` ${t('createdOrgs', { count: createdOrgs })}`}
      </Typography>
      {skipped > 0 && (
        <>
          <Typography sx={{ color: 'warning.main' }}>
            {t(isDryRun ? 'wouldSkip' : 'skipped', { count: skipped })}
          </Typography>
          <Box sx={{ maxHeight: 320, overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 }}>
            <Table size="small" stickyHeader>
              <TableHead>
                <TableRow>
                  <TableCell>{t('rowsSkipped')}</TableCell>
                  <TableCell sx={onWideScreens}>{t('column')}</TableCell>
                  <TableCell>{t('reason')}</TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {reasons.map((reason) => (
                  <TableRow key={`${reason.column ?? ''} ${reason.message}`}>
                    <TableCell sx={{ overflowWrap: 'normal' }}>{rowsOf(reason)}</TableCell>
                    <TableCell sx={{ ...onWideScreens, overflowWrap: 'normal' }}>{reason.column}</TableCell>
                    <TableCell>{reason.message}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </Box>
          {unnamed > 0 && (
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {t('moreReasons', { count: unnamed })}
            </Typography>
          )}
          <Box>
            <Button
              variant="outlined"
              onClick={() =>
                saveAsFile(`${fileName.replace(/\.[^.]+$/, '')}-skipped.csv`, errorsCsv(result), 'text/csv')
              }
            >
              {t('downloadErrors')}
            </Button>
          </Box>
        </>
      )}
    </>
  )
}
