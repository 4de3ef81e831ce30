import { ErrorPanel, SkeletonTable, formatMoment, formatNumber } from '@portal/shared-ui'
import { Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { moduleName } from '../../../words/names.ts'
import { loadsQuery } from './modules.queries.ts'
import { t } from './texts.ts'

const skeletonWidths = [160, 120, 120, 120]
const wide = { overflowX: 'auto', maxWidth: 960 } as const
const milliseconds = (ms: number | null) => (ms === null ? t('noTime') : t('ms', { ms: formatNumber(Math.round(ms)) }))

/** How modules fared in people's pages: loads from the registry to the screen, and what failed in which phase, with version and owner. */
export function Loads() {
  const { data, error, refetch } = useQuery(loadsQuery())
  if (data === undefined && error !== null) return <ErrorPanel error={error} title={t('loadsFailed')} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonTable widths={skeletonWidths} rows={5} />
  return (
    <>
      <Box sx={wide}>
        <Table aria-label={t('loads')} size="small">
          <TableHead>
            <TableRow>
              {(['module', 'version', 'owner', 'loadCount', 'failures', 'mean', 'slowest', 'last'] as const).map((head) => (
                <TableCell key={head} align={['loadCount', 'failures', 'mean', 'slowest'].includes(head) ? 'right' : 'left'}>
                  {t(head)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {data.remotes.map((each) => (
              <TableRow key={`${each.remote} ${each.version ?? ''}`}>
                <TableCell component="th" scope="row">
                  {moduleName(each.remote)}
                </TableCell>
                <TableCell>{each.version ?? t('unknownVersion')}</TableCell>
                <TableCell>{each.owner}</TableCell>
                <TableCell align="right">{formatNumber(each.loads)}</TableCell>
                <TableCell align="right">{formatNumber(each.failures)}</TableCell>
                <TableCell align="right">{milliseconds(each.meanMs)}</TableCell>
                <TableCell align="right">{milliseconds(each.slowestMs)}</TableCell>
                <TableCell>{formatMoment(each.lastAt)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      <Typography variant="h2" sx={{ paddingTop: 4 }}>
        {t('errors')}
      </Typography>
      {data.errors.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('noErrors')}</Typography>
      ) : (
        <Box sx={wide}>
          <Table aria-label={t('errors')} size="small" sx={{ '& td, & th': { verticalAlign: 'top' } }}>
            <TableHead>
              <TableRow>
                {(['module', 'version', 'owner', 'phase', 'fault', 'page', 'times', 'last'] as const).map((head) => (
                  <TableCell key={head}>{t(head)}</TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {data.errors.map((each) => (
                <TableRow key={`${each.remote} ${each.version ?? ''} ${each.phase} ${each.message} ${each.path}`}>
                  <TableCell component="th" scope="row">
                    {moduleName(each.remote)}
                  </TableCell>
                  <TableCell>{each.version ?? t('unknownVersion')}</TableCell>
                  <TableCell>{each.owner}</TableCell>
                  <TableCell>{t(`phase_${each.phase}`)}</TableCell>
                  <TableCell sx={{ overflowWrap: 'anywhere' }}>{each.message}</TableCell>
                  <TableCell>{each.path}</TableCell>
                  <TableCell align="right">{formatNumber(each.count)}</TableCell>
                  <TableCell>{formatMoment(each.lastAt)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      )}
    </>
  )
}
