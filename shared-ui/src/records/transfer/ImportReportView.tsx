import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { ImportOtherForm, ImportReason, ImportResult } from '@portal/contract'
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

/** Numbers of another form than their agencies use, with the first rows of each. */
function OtherForms({ forms }: { forms: readonly ImportOtherForm[] }) {
  return (
    <Alert severity="warning" sx={{ '& .MuiAlert-message': { minWidth: 0 } }}>
      <AlertTitle>{t('otherForms')}</AlertTitle>
      <Stack spacing={2}>
        {forms.map(({ field, title, example, count, examples }) => (
          <div key={`${field} ${title} ${example}`}>
            {t('otherForm', { title, example, count })}
            <Box component="ul" sx={{ margin: 0, paddingInlineStart: 5, listStyle: 'disc' }}>
              {examples.map(({ line, value }) => (
                <li key={line}>
                  <Box sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
                    {t('otherFormRow', { value, row: formatNumber(line) })}
                  </Box>
                </li>
              ))}
            </Box>
            {count > examples.length && t('otherFormMore', { count: count - examples.length })}
          </div>
        ))}
      </Stack>
    </Alert>
  )
}

/**
 * How many records an import makes or made, numbers to check, and the rows it skips: each reason once, with
 * its count and its first rows.
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
  const { created, skipped, createdOrgs = 0, reasons = [], otherForms = [] } = result
  const unnamed = skipped - reasons.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <Typography>
        {t(isDryRun ? 'wouldCreate' : 'created', { count: created })}
        {createdOrgs > 0 && ` ${t('createdOrgs', { count: createdOrgs })}`}
      </Typography>
      {otherForms.length > 0 && <OtherForms forms={otherForms} />}
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
