import { ErrorPanel, SkeletonTable, formatDateTime, formatNumber } from '@portal/shared-ui'
import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { moduleName } from '../../../words/names.ts'
import { Failures } from './Failures.tsx'
import { loadsQuery } from './modules.queries.ts'
import { t } from './texts.ts'

const skeletonWidths = [160, 120, 120, 120]
/** In a narrow window the table scrolls horizontally. */
const wide = { overflowX: 'auto', maxWidth: 960, '& td, & th': { whiteSpace: 'nowrap' } } as const
const milliseconds = (ms: number | null) =>
  ms === null ? t('noTime') : t('ms', { ms: formatNumber(Math.round(ms)) })

/**
 * Load statistics of modules in users' browsers: load times, failures by phase, and errors afterwards, with
 * version and owner.
 */
export function Loads() {
  const { data, error, refetch } = useQuery(loadsQuery())
  if (data === undefined && error !== null)
    return <ErrorPanel error={error} title={t('loadsFailed')} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonTable widths={skeletonWidths} rows={5} />
  return (
    <>
      <Box role="region" aria-label={t('loads')} tabIndex={0} sx={wide}>
        <Table aria-label={t('loads')} size="small">
          <TableHead>
            <TableRow>
              {(
                [
                  'module',
                  'version',
                  'owner',
                  'loadCount',
                  'failures',
                  'pageErrorCount',
                  'mean',
                  'slowest',
                  'last',
                ] as const
              ).map((head) => (
                <TableCell
                  key={head}
                  align={
                    ['loadCount', 'failures', 'pageErrorCount', 'mean', 'slowest'].includes(head)
                      ? 'right'
                      : 'left'
                  }
                >
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
                <TableCell align="right">{formatNumber(each.errors)}</TableCell>
                <TableCell align="right">{milliseconds(each.meanMs)}</TableCell>
                <TableCell align="right">{milliseconds(each.slowestMs)}</TableCell>
                <TableCell>{formatDateTime(each.lastAt)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      <Failures heading={t('errors')} none={t('noErrors')} failures={data.errors} />
      <Failures heading={t('pageErrors')} none={t('noPageErrors')} failures={data.pageErrors} />
    </>
  )
}
