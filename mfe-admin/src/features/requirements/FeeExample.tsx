import { amountOfFee } from '@portal/contract'
import type { Field } from '@portal/contract'
import { formatMoney } from '@portal/shared-ui'
import { Box, Typography } from '@portal/shared-ui/mui'
import { useState } from 'react'
import { labelOfField } from '../../parts/format-condition.ts'
import { readTyped } from '../../parts/typed-number.ts'
import { kindOf, readAmountDraft } from './amount-draft.ts'
import type { AmountDraft } from './amount-draft.ts'
import { AmountInput } from './AmountInput.tsx'
import { t } from './texts.ts'

interface ExampleProps {
  amount: AmountDraft
  by: string
  fields: ReadonlyMap<string, Field>
  currency: string
}

/**
 * What the fee is for a value that is typed here, so that it can be compared with the table of the agency.
 */
export function FeeExample({ amount, by, fields, currency }: ExampleProps) {
  const [text, setText] = useState('')
  const { value, problem } = readTyped(text, kindOf(by, fields), currency)
  const read = readAmountDraft(amount, fields, currency).amount
  const computed = read === null || value === undefined ? null : amountOfFee(read, () => value)
  const said =
    read === null
      ? t('exampleUnfinished')
      : computed === null
        ? t('exampleEmpty')
        : t('exampleFee', { amount: formatMoney(computed, currency) })
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
        alignItems: 'center',
      }}
    >
      <AmountInput
        label={t('example', { field: labelOfField(by, fields.get(by)) })}
        value={text}
        problem={problem ?? undefined}
        onChange={setText}
      />
      <Typography role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {said}
      </Typography>
    </Box>
  )
}
