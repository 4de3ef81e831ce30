import { Workload } from '@portal/contract'
import type { PersonWorkload } from '@portal/contract'
import {
  ErrorPanel,
  HandoverDialog,
  SkeletonTable,
  crud,
  formatDay,
  isAdministratorAtom,
  recordKeys,
} from '@portal/shared-ui'
import {
  Box,
  Button,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@portal/shared-ui/mui'
import { queryOptions, useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useState } from 'react'
import { WorkloadCell } from './WorkloadCell.tsx'
import { columnsOf, listsOf } from './columns.ts'
import { t } from './texts.ts'

/** The page may stay open all day: its numbers are reloaded every minute while it is visible, in ms. */
const everyMs = 60_000

const workloadQuery = queryOptions({
  queryKey: [...recordKeys.all, 'workload'] as const,
  queryFn: ({ signal }) => crud({ apiPath: '/workload', method: 'GET' }, Workload, { signal }),
  refetchInterval: everyMs,
})

const skeletonWidths = [180, 60, 60, 60, 60]

/** When a person is away, if they are or will be. */
function absenceOf({ awayFrom, awayUntil }: PersonWorkload, today: string): string | null {
  if (awayUntil === null) return null
  const until = formatDay(awayUntil)
  return awayFrom === null || awayFrom <= today
    ? t('awayUntil', { until })
    : t('awayFrom', { from: formatDay(awayFrom), until })
}

function WorkloadTable({ workload }: { workload: Workload }) {
  const columns = columnsOf(workload)
  return (
    <Box sx={{ overflow: 'auto', minHeight: 0 }}>
      <Table size="small" aria-label={t('caption')}>
        <TableHead>
          <TableRow>
            <TableCell component="th" scope="col">
              {t('person')}
            </TableCell>
            {columns.map(({ key, label }) => (
              <TableCell key={key} component="th" scope="col" align="right" sx={{ minWidth: 96 }}>
                {label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {workload.people.map((each) => {
            const name = each.person?.title ?? t('nobody')
            const absence = absenceOf(each, workload.today)
            return (
              <TableRow key={each.person?.pid ?? ''}>
                <TableCell component="th" scope="row" sx={{ minWidth: 160 }}>
                  {name}
                  {absence !== null && (
                    <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
                      {absence}
                    </Typography>
                  )}
                </TableCell>
                {columns.map((column) => (
                  <TableCell
                    key={column.key}
                    align="right"
                    sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', paddingBlock: 0.5 }}
                  >
                    <WorkloadCell name={name} column={column.label} lists={listsOf(each, column)} />
                  </TableCell>
                ))}
              </TableRow>
            )
          })}
        </TableBody>
      </Table>
    </Box>
  )
}

/** Open work by person and week, for staff; administrators assign work of nobody by rule. Source: decision 0120. */
export default function WorkloadPage() {
  const { data, error, refetch } = useQuery(workloadQuery)
  const isAdministrator = useAtomValue(isAdministratorAtom)
  const [isAssigning, setAssigning] = useState(false)
  if (data === undefined)
    return error === null ? (
      <Box role="status" aria-label={t('loading')}>
        <SkeletonTable widths={skeletonWidths} rows={8} />
      </Box>
    ) : (
      <ErrorPanel error={error} title={t('failed')} onRetry={() => void refetch()} />
    )
  const hasUnassigned = data.people.some(({ person }) => person === null)
  return (
    <Box sx={{ height: '100%', display: 'flex', flexDirection: 'column', gap: 3, minHeight: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <Typography sx={{ color: 'text.secondary', flex: '1 1 300px' }}>{t('hint')}</Typography>
        {isAdministrator && hasUnassigned && (
          <Button variant="outlined" onClick={() => setAssigning(true)}>
            {t('assign')}
          </Button>
        )}
      </Box>
      <WorkloadTable workload={data} />
      {isAssigning && (
        <HandoverDialog
          title={t('assignTitle')}
          apiPath="/workload/assign"
          isByRule
          onClose={() => setAssigning(false)}
        />
      )}
    </Box>
  )
}
