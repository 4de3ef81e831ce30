import { Box, Button } from '@portal/shared-ui/mui'
import type { StepDraft, StepField } from './amount-draft.ts'
import { AmountInput } from './AmountInput.tsx'
import { t } from './texts.ts'

interface StepProps {
  step: StepDraft
  at: number
  problems: Partial<Record<StepField, string>>
  onChange: (step: StepDraft) => void
  /** Null for the first step, which begins at 0. */
  onRemove: (() => void) | null
}

/** One step of a fee: from which value on it counts, its amount, and what each started unit adds. */
export function FeeStepFields({ step, at, problems, onChange, onRemove }: StepProps) {
  const number = at + 1
  return (
    <Box
      role="group"
      aria-label={t('step', { number })}
      sx={{
        display: 'grid',
        columnGap: 3,
        rowGap: 3,
        alignItems: 'start',
        gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr) 88px' },
        paddingBottom: { xs: 3, sm: 0 },
        borderBottom: { xs: 1, sm: 0 },
        borderColor: { xs: 'divider', sm: 'divider' },
      }}
    >
      {(['above', 'base', 'per', 'each'] as const).map((name) => (
        <AmountInput
          key={name}
          label={t(`step_${name}`)}
          value={step[name]}
          problem={problems[name]}
          disabled={name === 'above' && at === 0}
          onChange={(text) => onChange({ ...step, [name]: text })}
        />
      ))}
      {onRemove !== null && (
        <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
          <Button size="small" aria-label={t('removeStep', { number })} onClick={onRemove}>
            {t('remove')}
          </Button>
        </Box>
      )}
    </Box>
  )
}
