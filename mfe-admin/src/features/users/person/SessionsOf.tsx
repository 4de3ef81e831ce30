import type { Session } from '@portal/contract'
import { ConfirmDialog, ErrorPanel, SessionList, SkeletonTable } from '@portal/shared-ui'
import { Box, Button, Stack } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useState } from 'react'
import { t } from '../texts.ts'
import { usePeopleChange } from '../use-people-change.ts'
import { endSessionOf, endSessionsOf, sessionsOfQuery } from '../users.queries.ts'
import { PersonSection } from './PersonSection.tsx'

/** A user's sessions, with actions to end them. */
export function SessionsOf({ pid }: { pid: string }) {
  const { data, error, refetch } = useQuery(sessionsOfQuery(pid))
  const [isAsking, setAsking] = useState(false)
  const end = usePeopleChange((session: Session) => endSessionOf(pid, session.id), {
    done: t('sessionEnded'),
  })
  const endAll = usePeopleChange(() => endSessionsOf(pid), { done: t('sessionsEnded') })
  return (
    <PersonSection heading={t('sessions')}>
      {data === undefined && error === null && <SkeletonTable widths={[240, 120]} rows={2} />}
      {data === undefined && error !== null && (
        <ErrorPanel error={error} title={t('sessionsFailed')} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <Stack spacing={3}>
          <SessionList
            sessions={data.sessions}
            ending={end.isPending ? end.variables.id : null}
            onEnd={(session) => end.mutate(session)}
          />
          {data.sessions.some(({ current }) => !current) && (
            <Box>
              <Button
                variant="outlined"
                aria-busy={endAll.isPending}
                disabled={endAll.isPending}
                onClick={() => setAsking(true)}
              >
                {t('endAll')}
              </Button>
            </Box>
          )}
        </Stack>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('endAllTitle')}
          text={t('endAllText')}
          yes={t('endAll')}
          onNo={() => setAsking(false)}
          onYes={() => {
            setAsking(false)
            endAll.mutate(undefined)
          }}
        />
      )}
    </PersonSection>
  )
}
