import { EmptyState, ErrorPanel, isProblem } from '@portal/shared-ui'
import { Box, Skeleton } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { accessQuery } from './apps.queries.ts'
import { AppConsent } from './AppConsent.tsx'
import { AppFrame } from './AppFrame.tsx'
import type { AppPlace } from './app-places.ts'
import { t } from './texts.ts'

/** A third-party app, or the question whether it may. Nothing of the app is loaded before the answer. */
export function AppView({ pid, record }: AppPlace) {
  const { data: access, error, refetch } = useQuery(accessQuery(pid))
  const isPage = record === null
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        ...(isPage ? { height: '100%', minHeight: 0 } : { paddingTop: 3 }),
      }}
    >
      {access === undefined && isProblem(error, 'not-found') && (
        <EmptyState title={t('gone')} text={t('goneText')} />
      )}
      {access === undefined && error !== null && !isProblem(error, 'not-found') && (
        <ErrorPanel error={error} title={t('failed')} onRetry={() => void refetch()} />
      )}
      {access === undefined && error === null && <Skeleton variant="rounded" height={200} />}
      {access?.agreed === false && <AppConsent access={access} />}
      {access?.agreed === true && <AppFrame access={access} record={record} />}
    </Box>
  )
}
