import { fileContentUrl } from '@portal/contract'
import type { Condition } from '@portal/contract'
import { StatusChip, formatDay, formatMomentDay } from '@portal/shared-ui'
import { Box, Button, MuiLink } from '@portal/shared-ui/mui'
import { t } from './texts.ts'

const states = {
  OPEN: { colour: 'amber', symbol: 'circle' },
  MET: { colour: 'green', symbol: 'check' },
  WAIVED: { colour: 'slate', symbol: 'minus' },
} as const

export type ConditionAct = 'met' | 'waive' | 'reopen'

export interface ConditionRowProps {
  condition: Condition
  /** What this person may make of it. */
  acts: readonly ConditionAct[]
  /** Name of the file that proves it, where it is known. */
  evidenceName: string | null
  isBusy: boolean
  onAct: (act: ConditionAct) => void
}

function settledWords({ status, settledAt, settledBy }: Condition): string {
  if (settledAt === null) return ''
  const [state, day] = [t(`state_${status}`), formatMomentDay(settledAt)]
  return settledBy === null ? t('settledBySystem', { state, day }) : t('settled', { state, day, who: settledBy.title })
}

/** One condition: what must be met, how much it weighs, and how it stands. */
export function ConditionRow({ condition, acts, evidenceName, isBusy, onAct }: ConditionRowProps) {
  const { text, status, severity, dueDate, evidence, reason } = condition
  const facts = [t(`severity_${severity}`), ...(dueDate === null ? [] : [t('due', { day: formatDay(dueDate) })]), settledWords(condition)].filter(
    Boolean,
  )
  return (
    <Box component="li" sx={{ paddingY: 3, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', columnGap: 3 }}>
        <Box sx={{ fontWeight: 500, flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{text}</Box>
        <StatusChip label={t(`state_${status}`)} {...states[status]} />
      </Box>
      <Box sx={{ color: 'text.secondary', paddingTop: 1 }}>{facts.join(' · ')}</Box>
      {reason !== null && reason !== '' && <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{reason}</Box>}
      {evidence !== null && (
        <Box sx={{ overflowWrap: 'anywhere' }}>
          <MuiLink href={fileContentUrl(evidence)} download>
            {t('evidence', { name: evidenceName ?? evidence })}
          </MuiLink>
        </Box>
      )}
      {acts.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, paddingTop: 2 }}>
          {acts.map((act) => (
            <Button
              key={act}
              size="small"
              variant="outlined"
              disabled={isBusy}
              aria-label={t('act', { action: t(act), condition: text })}
              onClick={() => onAct(act)}
            >
              {t(act)}
            </Button>
          ))}
        </Box>
      )}
    </Box>
  )
}
