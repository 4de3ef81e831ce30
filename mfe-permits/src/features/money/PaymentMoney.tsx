import { collections, isAdministrator, isStaff, unpaidStatuses } from '@portal/contract'
import type { Allocations, AnyRecord, Refunds } from '@portal/contract'
import {
  QueryResult,
  Facts,
  FormDialog,
  RecordLink,
  Section,
  actorAtom,
  currencyAtom,
  formatMomentDay,
  formatMoney,
  isReference,
  optionOf,
} from '@portal/shared-ui'
import { Box, Button, Stack, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useState } from 'react'
import { AllocateDialog } from './AllocateDialog.tsx'
import { HowToPay } from './HowToPay.tsx'
import {
  allocationsQuery,
  centsOf,
  isPaid,
  numberOf,
  receiptUrl,
  refundsQuery,
  releasePayment,
} from './money.queries.ts'
import { RefundDialog } from './RefundDialog.tsx'
import { t } from './texts.ts'
import { useMoneyChange } from './use-money-change.ts'

const listStyle = { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 2 }
const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

function Refunded({ payment, refunds }: { payment: AnyRecord; refunds: Refunds }) {
  const actor = useAtomValue(actorAtom)
  const currency = useAtomValue(currencyAtom)
  const [isRefunding, setRefunding] = useState(false)
  const mayRefund =
    actor !== null && isAdministrator(actor.role) && refunds.refundable > 0 && payment['kind'] !== 'REFUND'
  if (refunds.refunds.length === 0 && !mayRefund) return null
  return (
    <Section
      title={t('refunds')}
      action={
        mayRefund && (
          <Button variant="outlined" onClick={() => setRefunding(true)}>
            {t('refund')}
          </Button>
        )
      }
    >
      <Box component="ul" sx={listStyle}>
        {refunds.refunds.map(({ pid, refNo, amount, at, reason }) => (
          <li key={pid}>
            {`${t('refundLine', { amount: formatMoney(amount, currency), day: formatMomentDay(at) })} · `}
            <RecordLink isInText collection="payments" pid={pid}>
              {refNo}
            </RecordLink>
            {reason !== null && (
              <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{reason}</Box>
            )}
          </li>
        ))}
      </Box>
      {isRefunding && <RefundDialog payment={payment} onClose={() => setRefunding(false)} />}
    </Section>
  )
}

/** The allocations of the payment to a permit, by fee, with an action to remove them. */
function CoveredPermit({
  payment,
  allocation: { permit, amount, fees },
}: {
  payment: AnyRecord
  allocation: Allocations['allocations'][number]
}) {
  const actor = useAtomValue(actorAtom)
  const currency = useAtomValue(currencyAtom)
  const [isAsking, setAsking] = useState(false)
  const release = useMoneyChange(
    (of: string) => releasePayment(payment.pid, of),
    () => t('released'),
    () => setAsking(false),
  )
  return (
    <Box component="li">
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', columnGap: 4 }}>
        {permit === null ? (
          <Box sx={{ color: 'text.secondary' }}>{t('hiddenPermit')}</Box>
        ) : (
          <RecordLink collection="permits" pid={permit.pid}>
            {permit.title}
          </RecordLink>
        )}
        <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>{formatMoney(amount, currency)}</Box>
      </Box>
      {fees.length > 0 && (
        <Box sx={{ color: 'text.secondary' }}>
          {fees
            .map(({ fee, amount: part }) =>
              t('coversFee', { amount: formatMoney(part, currency), fee: fee.title }),
            )
            .join(', ')}
        </Box>
      )}
      {permit !== null && actor !== null && isStaff(actor.role) && (
        <Button
          size="small"
          variant="outlined"
          sx={{ marginTop: 1 }}
          aria-label={t('releaseOf', { permit: permit.title })}
          onClick={() => {
            release.reset()
            setAsking(true)
          }}
        >
          {t('release')}
        </Button>
      )}
      {isAsking && permit !== null && (
        <FormDialog
          title={t('releaseOf', { permit: permit.title })}
          text={t('releaseText')}
          action={t('release')}
          isBusy={release.isPending}
          failure={release.error?.message ?? null}
          onSubmit={() => release.mutate(permit.pid)}
          onClose={() => setAsking(false)}
        >
          {null}
        </FormDialog>
      )}
    </Box>
  )
}

function Covering({ payment, found: { allocations, free } }: { payment: AnyRecord; found: Allocations }) {
  const actor = useAtomValue(actorAtom)
  const [isPutting, setPutting] = useState(false)
  const mayPut = actor !== null && isStaff(actor.role) && free > 0
  if (allocations.length === 0 && !mayPut) return null
  return (
    <Section
      title={t('allocations')}
      action={
        mayPut && (
          <Button variant="outlined" onClick={() => setPutting(true)}>
            {t('allocate')}
          </Button>
        )
      }
    >
      {allocations.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>{t('noAllocations')}</Typography>
      )}
      <Box component="ul" sx={listStyle}>
        {allocations.map((each, index) => (
          <CoveredPermit key={each.permit?.pid ?? `hidden ${index}`} payment={payment} allocation={each} />
        ))}
      </Box>
      {isPutting && <AllocateDialog payment={payment} free={free} onClose={() => setPutting(false)} />}
    </Section>
  )
}

/** The amount of a payment, its receipt, its refunds, and the fees it covers. */
export function PaymentMoney({ payment }: { payment: AnyRecord }) {
  const currency = useAtomValue(currencyAtom)
  const refunds = useQuery(refundsQuery(payment.pid))
  const allocations = useQuery(allocationsQuery(payment.pid))
  const money = (field: string) => formatMoney(centsOf(payment, field), currency)
  const permit = payment['permit']
  const paidAt = textOf(payment['paidAt'])
  const refunded = (refunds.data?.refunds ?? []).reduce((sum, { amount }) => sum + amount, 0)
  return (
    <Stack spacing={6}>
      <Section
        title={t('amounts')}
        action={
          isPaid(payment) && (
            <Button variant="outlined" href={receiptUrl(payment.pid)} download>
              {t('receipt')}
            </Button>
          )
        }
      >
        <Facts
          facts={[
            [t('net'), money('amount')],
            [t('tax'), centsOf(payment, 'tax') === 0 ? null : money('tax')],
            [t('total'), money('total')],
            [t('givenBack'), refunded === 0 ? null : formatMoney(refunded, currency)],
            [
              t('mayGiveBack'),
              refunds.data === undefined || refunds.data.refundable === 0
                ? null
                : formatMoney(refunds.data.refundable, currency),
            ],
            [
              t('put'),
              allocations.data === undefined || allocations.data.allocated === 0
                ? null
                : formatMoney(allocations.data.allocated, currency),
            ],
            [
              t('free'),
              allocations.data === undefined || allocations.data.free === 0
                ? null
                : formatMoney(allocations.data.free, currency),
            ],
            [t('method'), optionOf(collections.payments.fields.method, payment['method'])?.label],
            [t('reference'), textOf(payment['reference'])],
            [t('payer'), textOf(payment['payerName'])],
            [t('paidAt'), paidAt === null ? null : formatMomentDay(paidAt)],
            [
              t('forPermit'),
              isReference(permit) && (
                <RecordLink collection="permits" pid={permit.pid}>
                  {permit.title}
                </RecordLink>
              ),
            ],
          ]}
        />
      </Section>
      {payment['kind'] === 'FEE' && unpaidStatuses.includes(String(payment['status'])) && (
        <HowToPay open={centsOf(payment, 'total')} number={numberOf(payment)} />
      )}
      <QueryResult query={refunds} loading={t('loading')} failed={t('failed')}>
        {(found) => <Refunded payment={payment} refunds={found} />}
      </QueryResult>
      <QueryResult query={allocations} loading={t('loading')} failed={t('failed')}>
        {(found) => <Covering payment={payment} found={found} />}
      </QueryResult>
    </Stack>
  )
}
