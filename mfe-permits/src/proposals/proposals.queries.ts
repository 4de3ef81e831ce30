import { AcceptedProposals, PermitObservations, Proposals } from '@portal/contract/authority-proposals'
import type { ProposalState } from '@portal/contract/authority-proposals'
import { crud, nothing } from '@portal/shared-ui'
import { keepPreviousData, queryOptions } from '@portal/shared-ui/query'

export const proposalsKey = ['proposals'] as const

export const proposalsPath = '/permits/overview/proposals'
export const proposalsPerPage = 50

/** A page of what agencies propose, newest first. */
export const proposalsQuery = (state: ProposalState, page: number, pageSize = proposalsPerPage) =>
  queryOptions({
    queryKey: [...proposalsKey, 'list', state, page, pageSize],
    queryFn: ({ signal }) =>
      crud(
        { apiPath: '/proposals', method: 'GET', query: { filter: { state }, page, pageSize } },
        Proposals,
        { signal },
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** What waits for a decision about one permit. The version is part of the key, as it changes with every step. */
export const permitProposalsQuery = (permit: string, version: number) =>
  queryOptions({
    queryKey: [...proposalsKey, 'permit', permit, version],
    queryFn: ({ signal }) =>
      crud(
        {
          apiPath: '/proposals',
          method: 'GET',
          query: { filter: { permit, state: { in: ['OPEN', 'HELD'] } } },
        },
        Proposals,
        { signal },
      ),
    staleTime: 0,
  })

export const observationsQuery = (collection: string, pid: string, version: number) =>
  queryOptions({
    queryKey: [...proposalsKey, 'observations', collection, pid, version],
    queryFn: ({ signal }) =>
      crud({ apiPath: `/${collection}/${pid}/observations`, method: 'GET' }, PermitObservations, { signal }),
    staleTime: 0,
  })

export const acceptProposal = (pid: string) =>
  crud({ apiPath: `/proposals/${pid}/accept`, method: 'POST' }, nothing)

export const acceptProposals = (pids: readonly string[]) =>
  crud({ apiPath: '/proposals/accept', method: 'POST', body: { pids } }, AcceptedProposals)

export const dismissProposal = ({ pid, reason }: { pid: string; reason: string }) =>
  crud({ apiPath: `/proposals/${pid}/dismiss`, method: 'POST', body: { reason } }, nothing)
