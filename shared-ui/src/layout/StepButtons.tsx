import Box from '@mui/material/Box'
import Button from '@mui/material/Button'

interface OfferedStep {
  to: string
  label: string
  allowed: boolean
}

export interface StepButtonsProps<Step extends OfferedStep> {
  steps: readonly Step[]
  /** `contained` if the step is the main action of the place. */
  variant?: 'outlined' | 'contained'
  onStep: (step: Step) => void
}

/** One button for each available step, in the given order. Renders nothing if there are none. */
export function StepButtons<Step extends OfferedStep>({
  steps,
  variant = 'outlined',
  onStep,
}: StepButtonsProps<Step>) {
  const open = steps.filter(({ allowed }) => allowed)
  if (open.length === 0) return null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      {open.map((step) => (
        <Button key={step.to} variant={variant} onClick={() => onStep(step)}>
          {step.label}
        </Button>
      ))}
    </Box>
  )
}
