import { deliveryStates } from '@portal/contract/notifications'
import type { Deliveries, Delivery, DeliveryState } from '@portal/contract/notifications'
import { EmptyState, Row, Rows, StatusChip, formatDateTime, useChange } from '@portal/shared-ui'
import { Alert, Button, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useSearchParams } from '@portal/shared-ui/router'
import { useId } from 'react'
import { deliveryPath, pageAt } from '../../paths.ts'
import { FilterLinks } from '../../parts/FilterLinks.tsx'
import { PagedList } from '../../parts/PagedList.tsx'
import { deliveriesQuery, deliveryKey, resend } from './delivery.queries.ts'
import { t } from './texts.ts'

type Filter = DeliveryState | 'all'
const filters: readonly Filter[] = ['all', ...deliveryStates]
const pathOf = (filter: Filter) => (filter === 'all' ? deliveryPath : `${deliveryPath}?state=${filter}`)

const marks = {
  waiting: { colour: 'grey', symbol: 'clock' },
  sending: { colour: 'blue', symbol: 'send' },
  sent: { colour: 'green', symbol: 'check' },
  failed: { colour: 'red', symbol: 'alert' },
  skipped: { colour: 'slate', symbol: 'cross' },
} as const

function factsOf({ person, address, createdAt, dueAt, endedAt, way }: Delivery): string[] {
  return [
    person === null ? t('nobody') : t('toPerson', { name: person.title }),
    ...(address === null ? [] : [address]),
    ...(way === 'digest' ? [t('inDigest')] : []),
    t('createdAt', { at: formatDateTime(createdAt) }),
    // A digest is due by the clock of its person.
    ...(dueAt !== null && way === 'mail' ? [t('dueAt', { at: formatDateTime(dueAt) })] : []),
    ...(endedAt === null ? [] : [t('endedAt', { at: formatDateTime(endedAt) })]),
  ]
}

function MailRow({ mail, isBusy, onResend }: { mail: Delivery; isBusy: boolean; onResend: () => void }) {
  const id = useId()
  const { kind, state, reason, detail, canResend } = mail
  return (
    <Row
      titleId={id}
      title={t(`kind_${kind}`)}
      mark={<StatusChip label={t(`mark_${state}`)} {...marks[state]} />}
      facts={factsOf(mail)}
      note={
        reason !== null && (
          <Typography
            sx={{
              paddingTop: 1,
              overflowWrap: 'anywhere',
              ...(state === 'failed' && { color: 'error.main' }),
            }}
          >
            {t(`reason_${reason}`)}
            {detail !== null && detail !== '' && ` ${t('answered', { detail })}`}
          </Typography>
        )
      }
    >
      {canResend && (
        <Button size="small" variant="outlined" aria-describedby={id} disabled={isBusy} onClick={onResend}>
          {t('resend')}
        </Button>
      )}
    </Row>
  )
}

/** How mail leaves, and since when the oldest waits. */
function Channel({ channel: { by, sender }, oldestWaitingAt: oldest }: Deliveries) {
  if (by === null || sender === null)
    return (
      <Alert severity="warning" sx={{ marginBottom: 4 }}>
        {t(by === null ? 'noMail' : 'noSender')}
      </Alert>
    )
  return (
    <Typography sx={{ paddingBottom: 4 }}>
      {t(`by_${by}`, { sender })}{' '}
      {oldest === null ? t('noneWaits') : t('oldestWaits', { at: formatDateTime(oldest) })}
    </Typography>
  )
}

/** Mail about notifications. The filter is in the address. */
export function Mails() {
  const [search] = useSearchParams()
  const filter = filters.find((filter) => filter === search.get('state')) ?? 'all'
  const result = useQuery(deliveriesQuery(filter === 'all' ? null : filter, pageAt(search)))
  const again = useChange(resend, { stale: [deliveryKey], failed: t('resendFailed') }, { done: t('resent') })
  const counts = result.data?.counts
  const countOf = (each: Filter) =>
    each === 'all'
      ? deliveryStates.reduce((sum, state) => sum + (counts?.[state] ?? 0), 0)
      : (counts?.[each] ?? 0)
  return (
    <PagedList
      label={t('mails')}
      answer={result}
      paging={({ metadata }) => metadata}
      head={
        result.data !== undefined && (
          <>
            <Channel {...result.data} />
            <FilterLinks
              label={t('states')}
              selected={filter}
              options={filters.map((filter) => ({
                name: filter,
                text: t(`state_${filter}`, { count: countOf(filter) }),
                to: pathOf(filter),
              }))}
            />
          </>
        )
      }
      empty={<EmptyState title={t(`none_${filter}`)} text={t('noneText')} />}
    >
      {({ deliveries }) => (
        <Rows label={t('mails')}>
          {deliveries.map((mail) => (
            <MailRow
              key={mail.id}
              mail={mail}
              isBusy={again.isPending && again.variables === mail.id}
              onResend={() => again.mutate(mail.id)}
            />
          ))}
        </Rows>
      )}
    </PagedList>
  )
}
