import type { DeployedRemote, RemoteHealth } from '@portal/contract'
import { formatNumber } from '@portal/shared-ui'
import { Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@portal/shared-ui/mui'
import { t } from './page-texts.ts'

type MeasuredVersion = RemoteHealth['measured'][number]

const none = '–'
const milliseconds = (ms: number | undefined) => (ms === undefined ? none : t('ms', { ms: formatNumber(ms) }))
const shift = (thousandths: number | undefined) =>
  thousandths === undefined ? none : formatNumber(thousandths / 1000)

const columns = ['mountP50', 'mountP75', 'lcp', 'inp', 'cls', 'longCount'] as const

function cellsOf({ timings, longFrames }: MeasuredVersion): Record<(typeof columns)[number], string> {
  return {
    mountP50: milliseconds(timings.mount?.p50),
    mountP75: milliseconds(timings.mount?.p75),
    lcp: milliseconds(timings.lcp?.p75),
    inp: milliseconds(timings.inp?.p75),
    cls: shift(timings.cls?.p75),
    longCount: longFrames === null ? none : formatNumber(longFrames.count),
  }
}

/** Versions in the order of their deployment, newest first; what is no longer stored stands last. */
function inOrder(remote: DeployedRemote, measured: readonly MeasuredVersion[]): MeasuredVersion[] {
  const place = ({ version }: MeasuredVersion) => {
    const index = remote.versions.findIndex((each) => each.version === version)
    return index === -1 ? remote.versions.length : index
  }
  return measured.toSorted((a, other) => place(a) - place(other))
}

/** The speed of each version in the pages of its viewers. */
export function Measured({
  remote,
  measured,
}: {
  remote: DeployedRemote
  measured: readonly MeasuredVersion[]
}) {
  if (measured.length === 0)
    return <Typography sx={{ color: 'text.secondary' }}>{t('nothingMeasured')}</Typography>
  return (
    <>
      <Box
        role="group"
        aria-label={t('measured')}
        tabIndex={0}
        sx={{ overflowX: 'auto', '& td, & th': { whiteSpace: 'nowrap' } }}
      >
        <Table aria-label={t('measured')} size="small">
          <TableHead>
            <TableRow>
              <TableCell>{t('version')}</TableCell>
              {columns.map((column) => (
                <TableCell key={column} align="right">
                  {t(column)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {inOrder(remote, measured).map((each) => (
              <TableRow key={each.version}>
                <TableCell component="th" scope="row">
                  {each.version}
                </TableCell>
                {columns.map((column) => (
                  <TableCell key={column} align="right">
                    {cellsOf(each)[column]}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', paddingTop: 2 }}>
        {t('measuredHint')}
      </Typography>
    </>
  )
}
