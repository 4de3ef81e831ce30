import { labelOfCode, seedStatusMap } from '@portal/contract'
import { StatusChip } from '@portal/shared-ui'
import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'
import { nextInWords } from './map-words.ts'

/** Every state of a permit with what it means and where it leads. */
export function StatusMapTable() {
  return (
    <Box role="region" aria-label={t('mapTable')} tabIndex={0} sx={{ overflowX: 'auto' }}>
      <Table aria-label={t('mapTable')} sx={{ minWidth: 900, '& [data-part=word]': { whiteSpace: 'nowrap' } }}>
        <TableHead>
          <TableRow>
            <TableCell>{t('status')}</TableCell>
            <TableCell>{t('clientReads')}</TableCell>
            <TableCell data-part="word">{t('stage')}</TableCell>
            <TableCell data-part="word">{t('bucket')}</TableCell>
            <TableCell data-part="word">{t('court')}</TableCell>
            <TableCell>{t('next')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {seedStatusMap.map((status) => (
            <TableRow key={status.key} sx={{ verticalAlign: 'top' }}>
              <TableCell component="th" scope="row">
                <StatusChip label={status.label} colour={status.colour} symbol={status.symbol} />
              </TableCell>
              <TableCell>{status.clientLabel}</TableCell>
              <TableCell data-part="word">{status.stage === null ? t('anyStage') : labelOfCode(status.stage)}</TableCell>
              <TableCell data-part="word">{t(status.bucket)}</TableCell>
              <TableCell data-part="word">{t(`court_${status.court}`)}</TableCell>
              <TableCell>{nextInWords(status)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}
