import { requestStates } from '@portal/contract'
import type { AccessRequest, RequestState } from '@portal/contract'
import { EmptyState, Row, Rows, StatusChip, formatDateTime } from '@portal/shared-ui'
import { Box, Button, MuiLink } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { Link, useSearchParams } from '@portal/shared-ui/router'
import { useId, useState } from 'react'
import { pageAt, personPath, usersTabPath } from '../../paths.ts'
import { ApproveDialog } from './ApproveDialog.tsx'
import { FilterLinks } from '../../parts/FilterLinks.tsx'
import { PagedList } from '../../parts/PagedList.tsx'
import { RejectDialog } from './RejectDialog.tsx'
import { t } from './texts.ts'
import { requestsQuery } from './users.queries.ts'

type Decision = { kind: 'approve' | 'reject'; request: AccessRequest }

const stateAt = (search: URLSearchParams): RequestState =>
  requestStates.find((state) => state === search.get('state')) ?? 'PENDING'

function factsOf({
  email,
  organization,
  createdAt,
  decidedAt,
  decidedBy,
  reason,
  address,
  state,
}: AccessRequest): string[] {
  return [
    email,
    ...(state === 'PENDING' && address !== 'not-verified' ? [t(`address_${address}`)] : []),
    ...(organization === null ? [] : [organization]),
    t('askedAt', { at: formatDateTime(createdAt) }),
    ...(decidedAt === null
      ? []
      : [t('decidedAt', { at: formatDateTime(decidedAt), name: decidedBy?.title ?? t('nobody') })]),
    ...(reason === null ? [] : [t('because', { reason })]),
  ]
}

function Mark({ request: { state, hasProof, address } }: { request: AccessRequest }) {
  if (state === 'APPROVED') return <StatusChip label={t('state_APPROVED')} colour="green" symbol="check" />
  if (state === 'REJECTED') return <StatusChip label={t('state_REJECTED')} colour="slate" symbol="cross" />
  if (address === 'not-verified')
    return <StatusChip label={t('address_not-verified')} colour="amber" symbol="clock" />
  return hasProof ? (
    <StatusChip label={t('hasProof')} colour="green" symbol="check" />
  ) : (
    <StatusChip label={t('noProof')} colour="amber" symbol="clock" />
  )
}

function RequestRow({
  request,
  onDecide,
}: {
  request: AccessRequest
  onDecide: (decision: Decision) => void
}) {
  const id = useId()
  const { clash, state } = request
  return (
    <Row
      titleId={id}
      title={request.name}
      mark={<Mark request={request} />}
      facts={factsOf(request)}
      note={
        clash !== null && (
          <Box sx={{ color: 'warning.main', fontSize: '0.75rem' }}>
            {t('clash')}{' '}
            <MuiLink component={Link} to={personPath(clash.pid)}>
              {clash.title}
            </MuiLink>
          </Box>
        )
      }
    >
      {state === 'PENDING' && (
        <>
          <Button
            variant="outlined"
            aria-describedby={id}
            onClick={() => onDecide({ kind: 'reject', request })}
          >
            {t('reject')}
          </Button>
          <Button
            variant="contained"
            aria-describedby={id}
            onClick={() => onDecide({ kind: 'approve', request })}
          >
            {t('approve')}
          </Button>
        </>
      )}
    </Row>
  )
}

/** Access requests and their outcome. The filter is in the address. */
export function RequestsTab() {
  const [search] = useSearchParams()
  const state = stateAt(search)
  const response = useQuery(requestsQuery(state, pageAt(search)))
  const [decision, setDecision] = useState<Decision | null>(null)
  const close = () => setDecision(null)
  return (
    <>
      <PagedList
        label={t('tab_requests')}
        answer={response}
        paging={({ metadata }) => metadata}
        head={
          <FilterLinks
            label={t('requestStates')}
            selected={state}
            options={requestStates.map((requestState) => ({
              name: requestState,
              text: t(`state_${requestState}`),
              to: usersTabPath('requests', requestState === 'PENDING' ? {} : { state: requestState }),
            }))}
          />
        }
        empty={<EmptyState title={t(`noRequests_${state}`)} text={t('noRequestsText')} />}
      >
        {({ requests }) => (
          <Rows label={t('tab_requests')}>
            {requests.map((request) => (
              <RequestRow key={request.pid} request={request} onDecide={setDecision} />
            ))}
          </Rows>
        )}
      </PagedList>
      {decision?.kind === 'approve' && <ApproveDialog request={decision.request} onClose={close} />}
      {decision?.kind === 'reject' && <RejectDialog request={decision.request} onClose={close} />}
    </>
  )
}
