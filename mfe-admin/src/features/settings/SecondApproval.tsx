import { SecondApprovals } from '@portal/contract'
import type { SecondApproval as Request } from '@portal/contract'
import {
  EmptyState,
  ErrorPanel,
  Row,
  Rows,
  StatusChip,
  api,
  formatDateTime,
  nothing,
  roleAtom,
  useShell,
} from '@portal/shared-ui'
import { Button, FormControlLabel, Switch, Typography } from '@portal/shared-ui/mui'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useId } from 'react'
import { t } from '../../texts.ts'
import type { Settings } from './use-settings.ts'
import { SettingsSection } from './SettingsSection.tsx'

const approvalsQuery = () =>
  queryOptions({
    queryKey: ['approvals'],
    queryFn: async ({ signal }) => (await api.get('/api/approvals', SecondApprovals, { signal })).approvals,
  })

type Action = 'approve' | 'reject' | 'withdraw'

/** One request: the requester, the change and the time, and the viewer's actions. */
function RequestRow({
  request,
  busy,
  onAct,
}: {
  request: Request
  busy: boolean
  onAct: (action: Action) => void
}) {
  const id = useId()
  const { state, askedBy, askedAt, expiresAt, decidedBy, decidedAt, reason } = request
  const facts = [
    t('askedBy', { name: askedBy.name, at: formatDateTime(askedAt) }),
    ...(state === 'waiting' ? [t('waitsUntil', { at: formatDateTime(expiresAt) })] : []),
    ...(decidedAt === null || decidedBy === null
      ? []
      : [t('decidedBy', { name: decidedBy, at: formatDateTime(decidedAt) })]),
    ...(reason === null ? [] : [reason]),
  ]
  const button = (action: Action) => (
    <Button
      key={action}
      size="small"
      variant="outlined"
      aria-describedby={id}
      disabled={busy}
      onClick={() => onAct(action)}
    >
      {t(`approval_${action}`)}
    </Button>
  )
  const colour = state === 'waiting' ? 'blue' : state === 'approved' ? 'green' : 'slate'
  return (
    <Row
      titleId={id}
      title={request.summary}
      mark={
        <StatusChip
          label={t(`approvalState_${state}`)}
          colour={colour}
          symbol={state === 'approved' ? 'check' : 'cross'}
        />
      }
      facts={facts}
    >
      {request.mayDecide && [button('approve'), button('reject')]}
      {request.mayWithdraw && button('withdraw')}
    </Row>
  )
}

/**
 * The setting, which only superadmins change, and the changes waiting for a second person. Source: decision
 * 0036.
 */
export function SecondApproval({ settings: { configuration, changes, set } }: { settings: Settings }) {
  const hint = useId()
  const shell = useShell()
  const queryClient = useQueryClient()
  const isSuperadmin = useAtomValue(roleAtom) === 'superadmin'
  const { data, error, refetch } = useQuery(approvalsQuery())
  const act = useMutation({
    mutationFn: ({ pid, action }: { pid: string; action: Action }) =>
      api.post(`/api/approvals/${pid}/${action}`, {}, nothing),
    onError: (failure) =>
      shell.toast({ title: t('approvalFailed'), description: failure.message, colour: 'red' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['approvals'] }),
  })
  const isChanged = changes.some(({ field }) => field === 'settings.secondApproval')
  return (
    <SettingsSection heading={t('secondApproval')} isChanged={isChanged}>
      <FormControlLabel
        control={
          <Switch
            checked={configuration.settings.secondApproval}
            disabled={!isSuperadmin}
            onChange={(_event, checked) => set(['settings', 'secondApproval'], checked)}
            input={{ 'aria-describedby': hint }}
          />
        }
        label={t('secondApprovalOn')}
      />
      <Typography
        id={hint}
        variant="caption"
        component="p"
        sx={{ color: 'text.secondary', paddingBottom: 3 }}
      >
        {t('secondApprovalHint')} {!isSuperadmin && t('superadminsOnly')}
      </Typography>
      {error !== null && data === undefined && (
        <ErrorPanel error={error} title={t('approvalsFailed')} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && configuration.settings.secondApproval && <EmptyState title={t('noApprovals')} />}
      {data !== undefined && data.length > 0 && (
        <Rows label={t('approvals')}>
          {data.map((request) => (
            <RequestRow
              key={request.pid}
              request={request}
              busy={act.isPending}
              onAct={(action) => act.mutate({ pid: request.pid, action })}
            />
          ))}
        </Rows>
      )}
    </SettingsSection>
  )
}
