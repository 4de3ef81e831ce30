import { collections, isStaff, unpaidStatuses } from '@portal/contract'
import type { AnyRecord, PermitAllocations } from '@portal/contract'
import {
  QueryResult,
  EmptyState,
  OptionChip,
  RecordLink,
  RecordPaymentButton,
  Section,
  actorAtom,
  currencyAtom,
  formatMoney,
  optionOf,
} from '@portal/shared-ui'
import { Box, Button, Stack } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useState } from 'react'
import { FeeDialog } from './FeeDialog.tsx'
import { HowToPay } from './HowToPay.tsx'
import { centsOf, numberOf, paymentsOfPermitQuery, permitAllocationsQuery } from './money.queries.ts'
import { PaymentRow } from './PaymentRow.tsx'
import { RequiredFees } from './RequiredFees.tsx'
import { t } from './texts.ts'

/** The totals of a permit's fees and payments, with their labels. */
function Totals({ permit }: { permit: AnyRecord }) {
  const currency = useAtomValue(currencyAtom)
  const status = optionOf(collections.permits.fields.paymentStatus, permit['paymentStatus'])
  const totals = [
    ['fees', 'feeTotal'],
    ['paid', 'paidTotal'],
    ...(centsOf(permit, 'refundedTotal') === 0 ? [] : [['refundedTotal', 'refundedTotal'] as const]),
    ['open', 'balance'],
  ] as const
  return (
    <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 8, rowGap: 3, margin: 0 }}>
      {totals.map(([name, field]) => (
        <Box key={name}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {t(name)}
          </Box>
          <Box
            component="dd"
            sx={{
              margin: 0,
              fontSize: '1.125rem',
              lineHeight: 4 / 3,
              fontWeight: 600,
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            {formatMoney(centsOf(permit, field), currency)}
          </Box>
        </Box>
      ))}
      {status !== undefined && (
        <Box>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {t('status')}
          </Box>
          <Box component="dd" sx={{ margin: 0 }}>
            <OptionChip option={status} />
          </Box>
        </Box>
      )}
    </Box>
  )
}

function Covered({ allocations }: { allocations: PermitAllocations['allocations'] }) {
  const currency = useAtomValue(currencyAtom)
  if (allocations.length === 0) return null
  return (
    <Section title={t('covered')}>
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 2 }}>
        {allocations.map(({ payment, fee, amount }) => (
          <li key={`${payment.pid} ${fee.pid}`}>
            {`${t('coveredLine', { amount: formatMoney(amount, currency), fee: fee.title })} `}
            <RecordLink isInText collection="payments" pid={payment.pid}>
              {payment.title}
            </RecordLink>
          </li>
        ))}
      </Box>
    </Section>
  )
}

/** The amount of a fee covered by other payments, in minor units. */
const coveredOf = (pid: string, covered: PermitAllocations['allocations']) =>
  covered.filter(({ fee }) => fee.pid === pid).reduce((sum, { amount }) => sum + amount, 0)

/** The unpaid fees, each with the amount that other payments do not cover yet. */
function openFees(fees: readonly AnyRecord[], covered: PermitAllocations['allocations']) {
  return fees
    .filter(({ status }) => unpaidStatuses.includes(String(status)))
    .map((fee) => ({
      pid: fee.pid,
      title: numberOf(fee),
      open: centsOf(fee, 'total') - coveredOf(fee.pid, covered),
    }))
    .filter(({ open }) => open > 0)
}

const listStyle = { listStyle: 'none', margin: 0, padding: 0 }

/** Fees, payments and refunds of a permit, and their totals. */
export function PermitMoney({ permit }: { permit: AnyRecord }) {
  const actor = useAtomValue(actorAtom)
  const payments = useQuery(paymentsOfPermitQuery(permit.pid))
  const covered = useQuery(permitAllocationsQuery(permit.pid))
  const [isAdding, setAdding] = useState(false)
  const mayAdd = actor !== null && isStaff(actor.role)
  return (
    <Stack spacing={6}>
      <Totals permit={permit} />
      <HowToPay open={centsOf(permit, 'balance')} number={numberOf(permit)} permit={permit.pid} />
      <QueryResult query={payments} loading={t('loading')} failed={t('failed')}>
        {(found) => {
          const fees = found.filter(({ kind }) => kind === 'FEE')
          const others = found.filter(({ kind }) => kind !== 'FEE')
          const acts = mayAdd && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
              <RecordPaymentButton permit={permit.pid} fees={openFees(fees, covered.data ?? [])} />
              <Button variant="outlined" onClick={() => setAdding(true)}>
                {t('addFee')}
              </Button>
            </Box>
          )
          return (
            <>
              <Section title={t('feesHeading')} action={acts}>
                {fees.length === 0 ? (
                  <EmptyState title={t('noFees')} text={t(mayAdd ? 'noFeesHint' : 'noFeesToClient')} />
                ) : (
                  <Box component="ul" sx={listStyle}>
                    {fees.map((payment) => (
                      <PaymentRow
                        key={payment.pid}
                        payment={payment}
                        covered={coveredOf(payment.pid, covered.data ?? [])}
                      />
                    ))}
                  </Box>
                )}
              </Section>
              <RequiredFees permit={permit.pid} />
              {others.length > 0 && (
                <Section title={t('otherHeading')}>
                  <Box component="ul" sx={listStyle}>
                    {others.map((payment) => (
                      <PaymentRow key={payment.pid} payment={payment} />
                    ))}
                  </Box>
                </Section>
              )}
            </>
          )
        }}
      </QueryResult>
      <QueryResult query={covered} loading={null} failed={t('coveredFailed')}>
        {(found) => <Covered allocations={found} />}
      </QueryResult>
      {isAdding && <FeeDialog permit={permit.pid} onClose={() => setAdding(false)} />}
    </Stack>
  )
}
