import type { SourceTrialResult } from '@portal/contract/authority-feeds'
import { formatDay } from '@portal/shared-ui'
import {
  Alert,
  Box,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@portal/shared-ui/mui'
import { t } from './texts.ts'

/** The first rows of a feed as the portal reads them. */
export function Trial({ result: { rows, columns, problem } }: { result: SourceTrialResult }) {
  const day = (value: string | null) => (value === null ? '' : formatDay(value))
  return (
    <Box role="status" aria-label={t('preview')}>
      {problem !== null && <Alert severity="warning">{problem}</Alert>}
      {columns.length > 0 && (
        <Typography sx={{ color: 'text.secondary', paddingBlock: 2, overflowWrap: 'anywhere' }}>
          {t('columns', { names: columns.join(', ') })}
        </Typography>
      )}
      {rows.length > 0 && (
        <Box sx={{ overflowX: 'auto' }}>
          <Table size="small" aria-label={t('preview')}>
            <TableHead>
              <TableRow>
                <TableCell>{t('field_number')}</TableCell>
                <TableCell>{t('field_status')}</TableCell>
                <TableCell>{t('field_statusDate')}</TableCell>
                <TableCell>{t('field_issuedDate')}</TableCell>
                <TableCell>{t('field_expiryDate')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.map(({ number, status, statusDate, issuedDate, expiryDate }, at) => (
                <TableRow key={`${number} ${at}`}>
                  <TableCell>{number}</TableCell>
                  <TableCell>{status}</TableCell>
                  <TableCell>{day(statusDate)}</TableCell>
                  <TableCell>{day(issuedDate)}</TableCell>
                  <TableCell>{day(expiryDate)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      )}
    </Box>
  )
}
