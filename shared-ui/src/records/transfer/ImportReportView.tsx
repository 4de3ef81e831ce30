import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { ImportResult } from '@portal/contract'
import { saveAsFile } from '../../format/save-as-file.ts'
import { errorsCsv } from './import-calls.ts'
import { t } from './texts.ts'

/** Rows read one by one; the whole list is in the file to download. */
const mostShown = 100

/** How many records an import makes or made, and the rows it skips, each with its reason. */
export function ImportReportView({ result, isDryRun, fileName }: { result: ImportResult; isDryRun: boolean; fileName: string }) {
  const { created, skipped, errors } = result
  return (
    <>
      <Typography>{t(isDryRun ? 'wouldCreate' : 'created', { count: created })}</Typography>
      {skipped > 0 && (
        <>
          <Typography sx={{ color: 'warning.main' }}>{t(isDryRun ? 'wouldSkip' : 'skipped', { count: skipped })}</Typography>
          <Box sx={{ maxHeight: 320, overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 }}>
            <Table size="small" stickyHeader>
              <TableHead>
                <TableRow>
                  <TableCell>{t('row')}</TableCell>
                  <TableCell>{t('column')}</TableCell>
                  <TableCell>{t('reason')}</TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {errors.slice(0, mostShown).map(({ row, column, message }) => (
                  <TableRow key={`${row} ${column ?? ''} ${message}`}>
                    <TableCell sx={{ overflowWrap: 'normal' }}>{row}</TableCell>
                    <TableCell sx={{ overflowWrap: 'normal' }}>{column}</TableCell>
                    <TableCell>{message}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </Box>
          {skipped > mostShown && (
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {t('more', { count: Math.min(mostShown, errors.length) })}
            </Typography>
          )}
          <Box>
            <Button variant="outlined" onClick={() => saveAsFile(`${fileName.replace(/\.[^.]+$/, '')}-skipped.csv`, errorsCsv(result), 'text/csv')}>
              {t('downloadErrors')}
            </Button>
          </Box>
        </>
      )}
    </>
  )
}
