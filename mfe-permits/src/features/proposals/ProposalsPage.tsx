import type { Proposal, ProposalState } from '@portal/contract/authority-proposals'
import { EmptyState, QueryResult, ReasonDialog, Rows } from '@portal/shared-ui'
import { Box, Button, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useSearchParams } from '@portal/shared-ui/router'
import { useState } from 'react'
import { PageButtons } from '../../proposals/PageButtons.tsx'
import { ProposalRow } from '../../proposals/ProposalRow.tsx'
import { proposalsPerPage, proposalsQuery } from '../../proposals/proposals.queries.ts'
import { t } from '../../proposals/texts.ts'
import { useProposals } from '../../proposals/use-proposals.ts'

const states = ['OPEN', 'HELD'] as const satisfies readonly ProposalState[]

/** What agencies propose, for all permits. The state and the page are in the address. */
export default function ProposalsPage() {
  const [search, setSearch] = useSearchParams()
  const state = states.find((each) => each === search.get('state')) ?? 'OPEN'
  const page = Math.max(1, Math.trunc(Number(search.get('page') ?? '1')) || 1)
  const query = useQuery(proposalsQuery(state, page))
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [dismissing, setDismissing] = useState<Proposal | null>(null)
  const { accept, acceptMany, dismiss } = useProposals({ onDismissed: () => setDismissing(null) })
  const go = (change: { state?: string; page?: number }) => {
    setSelected(new Set())
    setSearch({
      state,
      page: '1',
      ...(change.state !== undefined && { state: change.state }),
      ...(change.page !== undefined && { page: String(change.page) }),
    })
  }
  const toggle = (pid: string) =>
    setSelected((before) =>
      before.has(pid) ? new Set([...before].filter((each) => each !== pid)) : new Set([...before, pid]),
    )
  return (
    <Box sx={{ height: '100%', overflowY: 'auto' }}>
      <Box sx={{ maxWidth: 960, padding: { xs: 3, sm: 4 } }}>
        <Typography sx={{ color: 'text.secondary', paddingBottom: 3 }}>{t('pageText')}</Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, paddingBottom: 3 }}>
          {states.map((each) => (
            <Button
              key={each}
              size="small"
              variant={each === state ? 'contained' : 'outlined'}
              aria-pressed={each === state}
              onClick={() => go({ state: each })}
            >
              {t(`state_${each}`)}
            </Button>
          ))}
          <Button
            size="small"
            variant="outlined"
            disabled={selected.size === 0 || acceptMany.isPending}
            onClick={() => acceptMany.mutate([...selected], { onSuccess: () => setSelected(new Set()) })}
          >
            {t('acceptSelected', { count: selected.size })}
          </Button>
        </Box>
        <QueryResult query={query} loading={t('loading')} failed={t('loadFailed')}>
          {({ proposals, metadata: { count } }) =>
            count === 0 ? (
              <EmptyState title={t(`none_${state}`)} text={t('noneText')} />
            ) : (
              <>
                <Typography role="status" sx={{ color: 'text.secondary', paddingBottom: 2 }}>
                  {t('count', { count })}
                </Typography>
                <Rows label={t('title')}>
                  {proposals.map((proposal) => (
                    <ProposalRow
                      key={proposal.pid}
                      proposal={proposal}
                      isBusy={accept.isPending || acceptMany.isPending}
                      selection={{
                        isSelected: selected.has(proposal.pid),
                        onSelect: () => toggle(proposal.pid),
                      }}
                      onAccept={() => accept.mutate(proposal.pid)}
                      onDismiss={() => setDismissing(proposal)}
                    />
                  ))}
                </Rows>
                <PageButtons
                  label={t('pages')}
                  page={page}
                  pages={Math.ceil(count / proposalsPerPage)}
                  onPage={(next) => go({ page: next })}
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
