import { collections, isAdministrator, isStaff, unpaidStatuses } from '@portal/contract'
import type { AnyRecord, AvailableTransition } from '@portal/contract'
import {
  RecordLink,
  OptionChip,
  actorAtom,
  currencyAtom,
  formatDay,
  formatMoney,
  formatMomentDay,
  isReference,
  optionOf,
  useLibraryLabels,
} from '@portal/shared-ui'
import type { LibraryLabels } from '@portal/shared-ui'
import { Box, Button } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useState } from 'react'
import { StepDialog } from '../../steps/StepDialog.tsx'
import { transitionsQuery } from '../../steps/steps.queries.ts'
import { centsOf, isPaid, numberOf, receiptUrl } from './money.queries.ts'
import { RefundDialog } from './RefundDialog.tsx'
import { t } from './texts.ts'

const { fields } = collections.payments
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** A refund record has the status paid as soon as it is created; it is shown as refunded. */
const isGivenBack = ({ kind, status }: AnyRecord) => kind === 'REFUND' && status === 'PAID'

function factsOf(payment: AnyRecord): string[] {
  const [due, paidAt, method] = [
    textOf(payment['dueDate']),
    textOf(payment['paidAt']),
    optionOf(fields.method, payment['method'])?.label,
  ]
  const refundOf = payment['refundOf']
  return [
    isReference(refundOf) ? t('refundOf', { number: refundOf.title }) : '',
    paidAt === '' && due !== '' ? t('due', { day: formatDay(due) }) : '',
    paidAt === '' ? '' : t(isGivenBack(payment) ? 'refundedOn' : 'paidOn', { day: formatMomentDay(paidAt) }),
    method ?? '',
    textOf(payment['reference']),
    textOf(payment['reason']),
  ].filter(Boolean)
}

/** The label of a record: its fee for a fee, the kind otherwise. */
function whatItIs({ kind, feeCode }: AnyRecord, labels: LibraryLabels): string | undefined {
  return kind === 'FEE' && typeof feeCode === 'string'
    ? labels.fee(feeCode)
    : optionOf(fields.kind, kind)?.label
}

/** The label and the description, which are often equal. */
function titleOf(payment: AnyRecord, labels: LibraryLabels): string {
  const [what, description] = [whatItIs(payment, labels) ?? '', textOf(payment['description'])]
  return description.toLowerCase().startsWith(what.toLowerCase())
    ? description
    : [what, description].filter(Boolean).join(', ')
}

/** A fee, payment or refund: label, status, amounts covered by other payments, receipt and actions. */
export function PaymentRow({ payment, covered = 0 }: { payment: AnyRecord; covered?: number }) {
  const actor = useAtomValue(actorAtom)
  const currency = useAtomValue(currencyAtom)
  const mayStep = actor !== null && isStaff(actor.role)
  const steps = useQuery({ ...transitionsQuery('payments', payment.pid, payment.version), enabled: mayStep })
  const [step, setStep] = useState<AvailableTransition | null>(null)
  const [isRefunding, setRefunding] = useState(false)
  const number = numberOf(payment)
  const isRefund = payment['kind'] === 'REFUND'
  const status = optionOf(fields.status, isGivenBack(payment) ? 'REFUNDED' : payment['status'])
  const title = titleOf(payment, useLibraryLabels())
  const rest = centsOf(payment, 'total') - covered
  const isPart = covered > 0 && rest > 0 && unpaidStatuses.includes(String(payment['status']))
  const mayRefund =
    actor !== null &&
    isAdministrator(actor.role) &&
    !isRefund &&
    isPaid(payment) &&
    payment['status'] !== 'REFUNDED'
  const open = (steps.data?.transitions ?? []).filter(({ allowed }) => allowed)
  const hasActs = isPaid(payment) || open.length > 0 || mayRefund
  return (
    <Box component="li" aria-label={number} sx={{ paddingBlock: 3, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', columnGap: 3, alignItems: 'flex-start' }}>
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <Box sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{title}</Box>
          <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            <RecordLink isInText collection="payments" pid={payment.pid}>
              {number}
            </RecordLink>
            {factsOf(payment).map((fact) => ` · ${fact}`)}
          </Box>
          {isPart && (
            <Box>
              {t('paidInPart', { paid: formatMoney(covered, currency), open: formatMoney(rest, currency) })}
            </Box>
          )}
        </Box>
        <Box sx={{ display: 'grid', justifyItems: 'end', gap: 1, flex: 'none' }}>
          <Box sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 500 }}>
            {`${isRefund ? '−' : ''}${formatMoney(centsOf(payment, 'total'), currency)}`}
          </Box>
          {status !== undefined && <OptionChip option={status} />}
        </Box>
      </Box>
      {hasActs && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, paddingTop: 2 }}>
          {isPaid(payment) && (
            <Button
              size="small"
              variant="outlined"
              href={receiptUrl(payment.pid)}
              download
              aria-label={t('receiptOf', { number })}
            >
              {t('receipt')}
            </Button>
          )}
          {mayRefund && (
            <Button
              size="small"
              variant="outlined"
              aria-label={t('stepOf', { step: t('refund'), number })}
              onClick={() => setRefunding(true)}
            >
              {t('refund')}
            </Button>
          )}
          {open.map((each) => (
            <Button
              key={each.to}
              size="small"
              variant="outlined"
              aria-label={t('stepOf', { step: each.label, number })}
              onClick={() => setStep(each)}
            >
              {each.label}
            </Button>
          ))}
        </Box>
      )}
      {step !== null && (
        <StepDialog
          step={step}
          collection="payments"
          pid={payment.pid}
          title={number}
          record={payment}
          onClose={() => setStep(null)}
        />
      )}
      {isRefunding && <RefundDialog payment={payment} onClose={() => setRefunding(false)} />}
    </Box>
  )
}
