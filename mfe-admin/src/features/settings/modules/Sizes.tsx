import type { RemoteHealth } from '@portal/contract'
import { formatDateTime, formatSize } from '@portal/shared-ui'
import {
  Box,
  LinearProgress,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@portal/shared-ui/mui'
import { t } from './page-texts.ts'

/** From this share of the limit on, the bar is a warning. */
const nearlyFull = 0.9

/** Scripts and styles of the stored versions as they are sent, against what the portal takes. */
export function Sizes({ sizes, limit }: { sizes: RemoteHealth['sizes']; limit: number }) {
  return (
    <>
      <Typography sx={{ color: 'text.secondary' }}>{t('sizesHint', { limit: formatSize(limit) })}</Typography>
      <Box role="group" aria-label={t('sizes')} tabIndex={0} sx={{ overflowX: 'auto' }}>
        <Table aria-label={t('sizes')} size="small">
          <TableHead>
            <TableRow>
              <TableCell>{t('version')}</TableCell>
              <TableCell>{t('published')}</TableCell>
              <TableCell sx={{ width: 260, minWidth: 200 }}>{t('size')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {sizes.toReversed().map(({ version, publishedAt, bytes }) => {
              const part = Math.min(1, bytes / limit)
              const words = t('sizeOf', {
                size: formatSize(bytes),
                percent: Math.round((bytes / limit) * 100),
              })
              return (
                <TableRow key={version}>
                  <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
                    {version}
                  </TableCell>
                  <TableCell sx={{ whiteSpace: 'nowrap' }}>{formatDateTime(publishedAt)}</TableCell>
                  <TableCell>
                    {words}
                    <LinearProgress
                      role="meter"
                      variant="determinate"
                      value={part * 100}
                      aria-valuenow={Math.round(part * 100)}
                      aria-label={version}
                      aria-valuetext={words}
                      color={part >= nearlyFull ? 'warning' : 'primary'}
                    />
                  </TableCell>
                </TableRow>
              )
            })}
          </TableBody>
        </Table>
      </Box>
    </>
  )
}
