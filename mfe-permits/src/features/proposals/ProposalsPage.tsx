import type { ProposalState } from '@portal/contract/authority-proposals'
import { Button } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useState } from 'react'
import { DecisionsPage } from '../../decisions/DecisionsPage.tsx'
import { useListAddress } from '../../decisions/use-list-address.ts'
import { DismissProposal } from '../../proposals/DismissProposal.tsx'
import { ProposalRow } from '../../proposals/ProposalRow.tsx'
import { proposalsPerPage, proposalsQuery } from '../../proposals/proposals.queries.ts'
import { t } from '../../proposals/texts.ts'
import { useProposals } from '../../proposals/use-proposals.ts'

const states = ['OPEN', 'HELD'] as const satisfies readonly ProposalState[]

/** What agencies propose, for all permits. The state and the page are in the address. */
export default function ProposalsPage() {
  const address = useListAddress<(typeof states)[number]>(states, 'OPEN')
  const query = useQuery(proposalsQuery(address.state, address.page))
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [dismissing, setDismissing] = useState<string | null>(null)
  const acceptable = (query.data?.proposals ?? [])
    .filter(({ blockers }) => blockers.length === 0)
    .map(({ pid }) => pid)
  const { accept, acceptMany, dismiss } = useProposals({ onDismissed: () => setDismissing(null) })
  const unselecting =
    <Value,>(go: (value: Value) => void) =>
    (value: Value) => {
      setSelected(new Set())
      go(value)
    }
  const toggle = (pid: string) =>
    setSelected((before) =>
      before.has(pid) ? new Set([...before].filter((each) => each !== pid)) : new Set([...before, pid]),
    )
  return (
    <>
      <DecisionsPage
        words={{
          title: t('title'),
          text: t('pageText'),
          loading: t('loading'),
          failed: t('loadFailed'),
          pages: t('pages'),
          stateOf: (state) => t(`state_${state}`),
          noneOf: (state) => t(`none_${state}`),
          noneText: t('noneText'),
          countOf: (count) => t('count', { count }),
        }}
        states={states}
        address={{
          ...address,
          onState: unselecting(address.onState),
          onPage: unselecting(address.onPage),
        }}
        query={query}
        perPage={proposalsPerPage}
        actions={
          address.state === 'OPEN' && (
            <>
              <Button
                size="small"
                variant="outlined"
                disabled={acceptable.length === 0}
                onClick={() => setSelected(new Set(acceptable))}
              >
                {t('selectAll')}
              </Button>
              <Button
                size="small"
                variant="outlined"
                disabled={selected.size === 0 || acceptMany.isPending}
                onClick={() => acceptMany.mutate([...selected], { onSuccess: () => setSelected(new Set()) })}
              >
                {t('acceptSelected', { count: selected.size })}
              </Button>
            </>
          )
        }
      >
        {({ proposals }) =>
          proposals.map((proposal) => (
            <ProposalRow
              key={proposal.pid}
              proposal={proposal}
              isBusy={accept.isPending || acceptMany.isPending}
              selection={{
                isSelected: selected.has(proposal.pid),
                onSelect: () => toggle(proposal.pid),
              }}
              onAccept={() => accept.mutate(proposal.pid)}
              onDismiss={() => setDismissing(proposal.pid)}
            />
          ))
        }
      </DecisionsPage>
      <DismissProposal pid={dismissing} dismiss={dismiss} onClose={() => setDismissing(null)} />
    </>
  )
}
