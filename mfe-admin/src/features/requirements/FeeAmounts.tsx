import { isNumberField } from '@portal/contract'
import type { Field } from '@portal/contract'
import { useLibraryLabels } from '@portal/shared-ui'
import { labelOfField } from '../../parts/format-condition.ts'
import { Choice } from '../../parts/fields.tsx'
import { newAmount } from './amount-draft.ts'
import type { AmountDraft, AmountProblems } from './amount-draft.ts'
import { FeeAmountFields } from './FeeAmountFields.tsx'
import { Fieldset } from './Fieldset.tsx'
import { t } from './texts.ts'

const byHand = ''
const fixed = '*'

interface FeeAmountsProps {
  /** Codes of the fees whose amount can be given. */
  fees: readonly string[]
  amounts: readonly AmountDraft[]
  fields: ReadonlyMap<string, Field>
  currency: string
  problems: Readonly<Record<string, AmountProblems>>
  onChange: (amounts: readonly AmountDraft[]) => void
}

/** How much each chosen fee is: entered with each fee, always the same, or by the value of a field. */
export function FeeAmounts({ fees, amounts, fields, currency, problems, onChange }: FeeAmountsProps) {
  const labels = useLibraryLabels()
  const numeric = [...fields].filter(([, declared]) => isNumberField(declared))
  const choose = (fee: string, mode: string) => {
    const others = amounts.filter((each) => each.fee !== fee)
    onChange(mode === byHand ? others : [...others, newAmount(fee, mode === fixed ? null : mode)])
  }
  const change = (changed: AmountDraft) =>
    onChange(amounts.map((each) => (each.fee === changed.fee ? changed : each)))
  return (
    <Fieldset legend={t('amounts')} hint={t(fees.length === 0 ? 'amountsNone' : 'amountsHint')}>
      {fees.map((fee) => {
        const amount = amounts.find((each) => each.fee === fee)
        const by = amount?.by ?? null
        const isGone = by !== null && !numeric.some(([name]) => name === by)
        return (
          <Fieldset key={fee} legend={labels.fee(fee)}>
            <Choice
              label={t('amountOf', { fee: labels.fee(fee) })}
              value={amount === undefined ? byHand : (by ?? fixed)}
              options={[
                [byHand, t('amountByHand')],
                [fixed, t('amountFixed')],
                ...[...numeric, ...(isGone ? [[by, undefined] as const] : [])].map(
                  ([name, declared]) =>
                    [name, t('amountBy', { field: labelOfField(name, declared) })] as const,
                ),
              ]}
              onChange={(mode) => choose(fee, mode)}
            />
            {amount !== undefined && (
              <FeeAmountFields
                key={by}
                amount={amount}
                fields={fields}
                currency={currency}
                problems={problems[fee] ?? { steps: {} }}
                onChange={change}
              />
            )}
          </Fieldset>
        )
      })}
    </Fieldset>
  )
}
