import { stepGuards } from '@portal/contract'
import type { PermitStatus, StatusStep } from '@portal/contract'
import { Box, Button, Checkbox, FormControlLabel, Stack, Typography } from '@portal/shared-ui/mui'
import { Choice } from '../../parts/Choice.tsx'
import { Several } from './fields.tsx'
import { labelOf, statusLabel } from './format-map.ts'
import { t } from './texts.ts'

export const guardOptions = () => stepGuards.map((name) => [name, t(`guard_${name}`)] as const)
const roleOptions = () =>
  (['client', 'team', 'admin', 'superadmin'] as const).map((role) => [role, t(`role_${role}`)] as const)

interface StepProps {
  step: StatusStep
  statuses: readonly PermitStatus[]
  /** Statuses that are not yet a target of a transition. */
  free: readonly PermitStatus[]
  onChange: (step: StatusStep) => void
  onRemove: () => void
}

function Step({ step, statuses, free, onChange, onRemove }: StepProps) {
  const status = statusLabel(statuses, step.to)
  const targets = statuses.filter(({ key }) => key === step.to || free.some((each) => each.key === key))
  return (
    <Box
      role="group"
      aria-label={t('step', { status })}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, padding: 3, display: 'grid', gap: 2 }}
    >
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
        <Choice
          label={t('stepTo')}
          value={step.to}
          options={targets.map((target) => [target.key, labelOf(target)])}
          onChange={(to) => onChange({ ...step, to })}
        />
        <Button
          size="small"
          variant="outlined"
          color="error"
          aria-label={t('removeStep', { status })}
          sx={{ flex: 'none' }}
          onClick={onRemove}
        >
          ×
        </Button>
      </Box>
      <Several
        label={t('stepRoles')}
        values={step.roles}
        options={roleOptions()}
        onChange={(roles) => onChange({ ...step, roles })}
      />
      <Several
        label={t('stepGuards')}
        values={step.guard}
        options={guardOptions()}
        onChange={(guard) => onChange({ ...step, guard })}
      />
      <FormControlLabel
        label={t('stepReason')}
        control={
          <Checkbox
            size="small"
            checked={step.askReason}
            onChange={(_, askReason) => onChange({ ...step, askReason })}
          />
        }
      />
    </Box>
  )
}

interface StepsProps {
  status: PermitStatus
  statuses: readonly PermitStatus[]
  onChange: (next: StatusStep[]) => void
}

/** The transitions out of a status: target, roles and required input. */
export function StepsEditor({ status, statuses, onChange }: StepsProps) {
  if (status.key === 'ON_HOLD') return <Typography>{t('back')}</Typography>
  const free = statuses.filter(
    ({ key }) => key !== status.key && key !== 'DRAFT' && !status.next.some(({ to }) => to === key),
  )
  const [first] = free
  return (
    <Stack spacing={2} component="section" aria-label={t('steps')}>
      <Typography variant="h4" component="h3">
        {t('steps')}
      </Typography>
      {status.next.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('noSteps')}</Typography>}
      {status.next.map((step, index) => (
        <Step
          key={step.to}
          step={step}
          statuses={statuses}
          free={free}
          onChange={(changed) => onChange(status.next.map((each, at) => (at === index ? changed : each)))}
          onRemove={() => onChange(status.next.filter((_, at) => at !== index))}
        />
      ))}
      {first !== undefined && (
        <Button
          variant="outlined"
          sx={{ justifySelf: 'start' }}
          onClick={() =>
            onChange([
              ...status.next,
              { to: first.key, roles: ['team', 'admin', 'superadmin'], guard: [], askReason: false },
            ])
          }
        >
          {t('addStep')}
        </Button>
      )}
    </Stack>
  )
}
