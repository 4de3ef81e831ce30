import { labelOfCode, screenLabel, screenLabelOf } from '@portal/contract'
import type { PermitStatus, StatusMapSettings } from '@portal/contract'
import { StatusChip, formatNumber } from '@portal/shared-ui'
import { Box, Button, Table, TableBody, TableCell, TableHead, TableRow } from '@portal/shared-ui/mui'
import { t as words } from '../../texts.ts'
import { formatNextStatuses, labelOf } from './format-map.ts'
import { t } from './texts.ts'

interface TableProps {
  statuses: readonly PermitStatus[]
  counts: StatusMapSettings['counts']
  onEdit: (status: PermitStatus) => void
}

/** Keeps the edit action visible when the table is wider than its container. */
const atTheEnd = {
  position: 'sticky',
  right: 0,
  backgroundColor: 'portal.surface',
  borderLeft: { xs: 1, md: 0 },
  borderColor: 'divider',
}

/** All statuses of permits with their meaning, transitions and number of permits. */
export function StatusMapTable({ statuses, counts, onEdit }: TableProps) {
  return (
    <Box role="region" aria-label={words('mapTable')} tabIndex={0} sx={{ overflowX: 'auto' }}>
      <Table
        aria-label={words('mapTable')}
        sx={{ minWidth: { xs: 1120, md: 920 }, tableLayout: 'fixed', overflowWrap: 'break-word' }}
      >
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: 176 }}>{words('status')}</TableCell>
            <TableCell sx={{ width: 132 }}>{words('clientReads')}</TableCell>
            <TableCell sx={{ width: 120 }}>{words('stage')}</TableCell>
            <TableCell sx={{ width: 108 }}>{words('bucket')}</TableCell>
            <TableCell sx={{ width: 92 }}>{words('court')}</TableCell>
            <TableCell>{words('next')}</TableCell>
            <TableCell align="right" sx={{ width: 88 }}>
              {t('permits')}
            </TableCell>
            <TableCell component="td" sx={{ ...atTheEnd, width: 84 }} />
          </TableRow>
        </TableHead>
        <TableBody>
          {statuses.map((status) => (
            <TableRow key={status.key} sx={{ verticalAlign: 'top' }}>
              <TableCell component="th" scope="row">
                <StatusChip label={labelOf(status)} colour={status.colour} symbol={status.icon} />
                {status.system && (
                  <Box
                    component="span"
                    title={t('systemHint')}
                    sx={{ display: 'block', color: 'text.secondary', fontSize: 'caption.fontSize' }}
                  >
                    {t('system')}
                  </Box>
                )}
              </TableCell>
              <TableCell>{screenLabelOf(status.clientLabel, status.clientLabelEs)}</TableCell>
              <TableCell>
                {status.stage === null ? words('anyStage') : screenLabel(labelOfCode(status.stage))}
              </TableCell>
              <TableCell>{words(status.bucket)}</TableCell>
              <TableCell>{words(`court_${status.court}`)}</TableCell>
              <TableCell>{formatNextStatuses(statuses, status)}</TableCell>
              <TableCell align="right">{formatNumber(counts[status.key] ?? 0)}</TableCell>
              <TableCell sx={{ ...atTheEnd, paddingBlock: 1 }}>
                <Button
                  size="small"
                  variant="outlined"
                  sx={{ whiteSpace: 'nowrap', flex: 'none' }}
                  aria-label={t('editStatus', { status: labelOf(status) })}
                  onClick={() => onEdit(status)}
                >
                  {t('edit')}
                </Button>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}
