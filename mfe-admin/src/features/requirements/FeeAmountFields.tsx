import type { Field } from '@portal/contract'
import { Box, Button, FormHelperText } from '@portal/shared-ui/mui'
import { newStep } from './amount-draft.ts'
import type { AmountDraft, AmountProblems, StepDraft } from './amount-draft.ts'
import { AmountInput } from './AmountInput.tsx'
import { FeeExample } from './FeeExample.tsx'
import { FeeStepFields } from './FeeStepFields.tsx'
import { t } from './texts.ts'

const maxSteps = 50

interface FieldsProps {
  amount: AmountDraft
  fields: ReadonlyMap<string, Field>
  currency: string
  problems: AmountProblems
  onChange: (amount: AmountDraft) => void
}

function Steps({ amount, problems, onChange }: Pick<FieldsProps, 'amount' | 'problems' | 'onChange'>) {
  const { steps } = amount
  const put = (next: readonly StepDraft[]) => onChange({ ...amount, steps: next })
  return (
    <>
      {steps.map((step, at) => (
        <FeeStepFields
          key={step.id}
          step={step}
          at={at}
          problems={problems.steps[at] ?? {}}
          onChange={(changed) => put(steps.with(at, changed))}
          onRemove={at === 0 ? null : () => put(steps.toSpliced(at, 1))}
        />
      ))}
      {problems.all !== undefined && (
        <FormHelperText error sx={{ margin: 0 }}>
          {problems.all}
        </FormHelperText>
      )}
      {steps.length < maxSteps && (
        <Box>
          <Button size="small" variant="outlined" onClick={() => put([...steps, newStep(steps)])}>
            {t('addStep')}
          </Button>
        </Box>
      )}
    </>
  )
}

/**
 * How much one fee is: one amount, or steps by the value of a field, with what it is at least and at most.
 */
export function FeeAmountFields({ amount, fields, currency, problems, onChange }: FieldsProps) {
  const [first] = amount.steps
  if (amount.by === null)
    return (
      <AmountInput
        label={t('fixedAmount', { currency })}
        value={first?.base ?? ''}
        problem={problems.steps[0]?.base}
        onChange={(base) => first !== undefined && onChange({ ...amount, steps: [{ ...first, base }] })}
      />
    )
  return (
    <>
      <Steps amount={amount} problems={problems} onChange={onChange} />
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: '1fr 1fr' }}>
        {(['least', 'most'] as const).map((limit) => (
          <AmountInput
            key={limit}
            label={t(limit)}
            value={amount[limit]}
            problem={problems[limit]}
            onChange={(text) => onChange({ ...amount, [limit]: text })}
          />
        ))}
      </Box>
      <FeeExample amount={amount} by={amount.by} fields={fields} currency={currency} />
    </>
  )
}
