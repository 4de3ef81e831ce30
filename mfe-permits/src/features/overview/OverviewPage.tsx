import { collections } from '@portal/contract'
import type { Overview } from '@portal/contract'
import { actorAtom, EmptyState, ErrorPanel, formatDateTime, mayCreate, newRecordUrl } from '@portal/shared-ui'
import { Alert, Box, Button, Skeleton } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { Link } from '@portal/shared-ui/router'
import { useAtomValue } from '@portal/shared-ui/state'
import { Ageing, Expiring, FeesDue, Waiting } from './Charts.tsx'
import { DiscoveredLink } from '../../discovered/DiscoveredLink.tsx'
import { ProposalsLink } from '../../proposals/ProposalsLink.tsx'
import { MyDay } from './MyDay.tsx'
import { overviewQuery } from './overview.queries.ts'
import { t } from './texts.ts'
import { SubmissionsCard } from './SubmissionsCard.tsx'
import { Tiles, tileGrid } from './Tiles.tsx'
import { useIsOffice } from './use-is-office.ts'

const columns = {
  display: 'grid',
  gap: 4,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(340px, 100%), 1fr))',
}

/**
 * The office's work for today: four numbers and their charts; each number opens its list. Source: look.md 7.
 */
export default function OverviewPage() {
  const { data, error, refetch, isFetching, dataUpdatedAt } = useQuery(overviewQuery)
  const isOffice = useIsOffice()
  if (data === undefined) {
    return error === null ? (
      <Loading />
    ) : (
      <ErrorPanel error={error} title={t('failed')} onRetry={() => void refetch()} />
    )
  }
  const moment = formatDateTime(new Date(dataUpdatedAt).toISOString())
  const again = (
    <Button size="small" color="inherit" aria-disabled={isFetching} onClick={() => void refetch()}>
      {t('refresh')}
    </Button>
  )
  return (
    <Box
      sx={{
        height: '100%',
        overflowY: 'auto',
        display: 'flex',
        flexDirection: 'column',
        gap: 4,
        padding: '2px',
      }}
    >
      {error === null ? (
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'flex-end',
            flexWrap: 'wrap',
            gap: 2,
            color: 'text.secondary',
            '& > *': { flexShrink: 0 },
          }}
        >
          <span role="status">{t('asOf', { moment })}</span>
          {isOffice && (
            <Button size="small" color="inherit" component={Link} to="/permits/overview/workload">
              {t('workload')}
            </Button>
          )}
          {again}
        </Box>
      ) : (
        <Alert severity="warning" action={again}>
          {t('old', { moment })}
        </Alert>
      )}
      {hasNothing(data) ? (
        <NoPermits />
      ) : (
        <>
          <MyDay tasks={data.myDay} unassigned={data.unassigned} />
          {isOffice && <ProposalsLink />}
          {isOffice && <DiscoveredLink />}
          <Tiles overview={data} />
          <Box sx={columns}>
            <Ageing ageing={data.ageing} />
            <SubmissionsCard />
            <Waiting waitingOn={data.waitingOn} />
            {data.feesDue !== null && <FeesDue {...data.feesDue} />}
            <Expiring expiring={data.expiring} />
          </Box>
        </>
      )}
    </Box>
  )
}

/** True when there are neither permits nor tasks nor fees. */
function hasNothing({ hasPermits, myDay, tasks, feesDue }: Overview): boolean {
  const others = [
    ...myDay,
    ...(tasks === null ? [] : [tasks.open]),
    ...(feesDue === null ? [] : [feesDue.due]),
  ]
  return !hasPermits && others.every(({ count }) => count === 0)
}

function NoPermits() {
  const actor = useAtomValue(actorAtom)
  const isOffice = useIsOffice()
  const url = newRecordUrl('permits', new URL(location.href))
  return (
    <EmptyState title={t('noPermits')} text={t(isOffice ? 'noPermitsText' : 'noPermitsTextOwn')}>
      {actor !== null && url !== null && mayCreate(collections.permits, actor) && (
        <Button variant="contained" component={Link} to={url}>
          {t('newPermit')}
        </Button>
      )}
    </EmptyState>
  )
}

function Loading() {
  return (
    <Box role="status" aria-label={t('loading')} sx={{ display: 'grid', gap: 4, paddingTop: 12 }}>
      <Box sx={tileGrid}>
        {['one', 'two', 'three', 'four'].map((key) => (
          <Skeleton key={key} variant="rounded" animation={false} height={132} />
        ))}
      </Box>
      <Skeleton variant="rounded" animation={false} height={280} />
      <Skeleton variant="rounded" animation={false} height={180} />
    </Box>
  )
}
