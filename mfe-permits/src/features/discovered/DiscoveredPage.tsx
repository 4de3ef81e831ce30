import { discoveredStates } from '@portal/contract/authority-discovery'
import type { DiscoveredPermit } from '@portal/contract/authority-discovery'
import {
  EmptyState,
  QueryResult,
  ReasonDialog,
  Rows,
  refreshRecordsAndSteps,
  useShell,
} from '@portal/shared-ui'
import { Box, Button, Typography } from '@portal/shared-ui/mui'
import { useMutation, useQuery, useQueryClient } from '@portal/shared-ui/query'
import { useNavigate, useSearchParams } from '@portal/shared-ui/router'
import { useState } from 'react'
import {
  createDiscovered,
  discoveredKey,
  discoveredPerPage,
  discoveredQuery,
  dismissDiscovered,
} from '../../discovered/discovered.queries.ts'
import { t } from '../../discovered/texts.ts'
import { PageButtons } from '../../proposals/PageButtons.tsx'
import { DiscoveredRow } from './DiscoveredRow.tsx'

/** The decisions. A new permit opens; what was decided elsewhere meanwhile is read anew. */
function useDecisions({ onDismissed }: { onDismissed: () => void }) {
  const shell = useShell()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const onSettled = async () => {
    await Promise.all([
      refreshRecordsAndSteps(queryClient),
      queryClient.invalidateQueries({ queryKey: discoveredKey }),
    ])
  }
  const create = useMutation({
    mutationFn: createDiscovered,
    onSuccess: ({ pid }) => {
      shell.toast({ title: t('created') })
      void navigate(`/permits/processing/${pid}`)
    },
    onError: ({ message }) => shell.toast({ title: t('createFailed'), description: message, colour: 'red' }),
    onSettled,
  })
  const dismiss = useMutation({
    mutationFn: dismissDiscovered,
    onSuccess: () => {
      shell.toast({ title: t('dismissed') })
      onDismissed()
    },
    onSettled,
  })
  return { create, dismiss }
}

/** Permits that agencies have for clients and the portal does not. The state and the page are in the address. */
export default function DiscoveredPage() {
  const [search, setSearch] = useSearchParams()
  const state = discoveredStates.find((each) => each === search.get('state')) ?? 'OPEN'
  const page = Math.max(1, Math.trunc(Number(search.get('page') ?? '1')) || 1)
  const query = useQuery(discoveredQuery(state, page))
  const [dismissing, setDismissing] = useState<DiscoveredPermit | null>(null)
  const { create, dismiss } = useDecisions({ onDismissed: () => setDismissing(null) })
  return (
    <Box sx={{ height: '100%', overflowY: 'auto' }}>
      <Box sx={{ maxWidth: 960, padding: { xs: 3, sm: 4 } }}>
        <Typography sx={{ color: 'text.secondary', paddingBottom: 3 }}>{t('pageText')}</Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, paddingBottom: 3 }}>
          {discoveredStates.map((each) => (
            <Button
              key={each}
              size="small"
              variant={each === state ? 'contained' : 'outlined'}
              aria-pressed={each === state}
              onClick={() => setSearch({ state: each, page: '1' })}
            >
              {t(`state_${each}`)}
            </Button>
          ))}
        </Box>
        <QueryResult query={query} loading={t('loading')} failed={t('loadFailed')}>
          {({ finds, metadata: { count } }) =>
            count === 0 ? (
              <EmptyState title={t(`none_${state}`)} text={t('noneText')} />
            ) : (
              <>
                <Typography role="status" sx={{ color: 'text.secondary', paddingBottom: 2 }}>
                  {t('count', { count })}
                </Typography>
                <Rows label={t('title')}>
                  {finds.map((discovered) => (
                    <DiscoveredRow
                      key={discovered.pid}
                      discovered={discovered}
                      isBusy={create.isPending}
                      onCreate={(permitType) => create.mutate({ pid: discovered.pid, permitType })}
                      onDismiss={() => setDismissing(discovered)}
                    />
                  ))}
                </Rows>
                <PageButtons
                  label={t('pages')}
                  page={page}
                  pages={Math.ceil(count / discoveredPerPage)}
                  onPage={(next) => setSearch({ state, page: String(next) })}
                />
              </>
            )
          }
        </QueryResult>
        {dismissing !== null && (
          <ReasonDialog
            title={t('dismissTitle')}
            text={t('dismissText')}
            action={t('dismiss')}
            isBusy={dismiss.isPending}
            failure={dismiss.error?.message ?? null}
            onReason={(reason) => dismiss.mutate({ pid: dismissing.pid, reason })}
            onClose={() => setDismissing(null)}
          />
        )}
      </Box>
    </Box>
  )
}
