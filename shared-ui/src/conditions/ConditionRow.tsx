import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useEffect, useRef } from 'react'
import { fileContentUrl, screenLabel } from '@portal/contract'
import type { Condition } from '@portal/contract'
import { formatDay, formatMomentDay } from '../format/dates.ts'
import { StatusChip } from '../icons/StatusChip.tsx'
import { t } from './texts.ts'

const states = {
  OPEN: { colour: 'amber', symbol: 'circle' },
  MET: { colour: 'green', symbol: 'check' },
  WAIVED: { colour: 'slate', symbol: 'minus' },
} as const

export type ConditionAct = 'met' | 'waive' | 'reopen'

export interface OwnConditionProps {
  isFromElsewhere?: false
  /** The actions this user may take on it. */
  acts: readonly ConditionAct[]
  /** Name of the evidence file, if known. */
  evidenceName: string | null
  isBusy: boolean
  onAct: (act: ConditionAct) => void
}

export type ConditionRowProps = { condition: Condition } & (
  | OwnConditionProps
  /**
   * A condition of another record: it is settled there, and shown here read-only and without the heading of
   * its kind.
   */
  | { isFromElsewhere: true }
)

function settledWords({ status, settledAt, settledBy }: Condition): string {
  if (settledAt === null) return ''
  const [state, day] = [t(`state_${status}`), formatMomentDay(settledAt)]
  return settledBy === null
    ? t('settledBySystem', { state, day })
    : t('settled', { state, day, who: settledBy.title })
}

/** The buttons of a condition. They restore the focus, which is lost when the used button disappears. */
function ConditionActions({
  condition: { text, status },
  acts,
  isBusy,
  onAct,
}: Pick<OwnConditionProps, 'acts' | 'isBusy' | 'onAct'> & { condition: Condition }) {
  const place = useRef<HTMLDivElement>(null)
  const isUsed = useRef(false)
  useEffect(() => {
    if (isUsed.current && document.activeElement === document.body)
      place.current?.querySelector('button')?.focus()
    isUsed.current = false
  }, [status])
  return (
    <Box ref={place} sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, paddingTop: 2 }}>
      {acts.map((act) => (
        <Button
          key={act}
          size="small"
          variant="outlined"
          aria-busy={isBusy}
          aria-label={t('act', { action: t(act), condition: screenLabel(text) })}
          onClick={() => {
            isUsed.current = true
            if (!isBusy) onAct(act)
          }}
        >
          {t(act)}
        </Button>
      ))}
    </Box>
  )
}

/** One condition: its text, severity and status. */
export function ConditionRow({ condition, ...more }: ConditionRowProps) {
  const { text, status, kind, severity, dueDate, evidence, reason } = condition
  const facts = [
    more.isFromElsewhere ? t(`kind_${kind}`) : '',
    t(`severity_${severity}`),
    dueDate === null ? '' : t('due', { day: formatDay(dueDate) }),
    settledWords(condition),
  ]
  return (
    <Box component="li" sx={{ paddingY: 3, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', columnGap: 3 }}>
        <Box sx={{ fontWeight: 500, flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {screenLabel(text)}
        </Box>
        <StatusChip label={t(`state_${status}`)} {...states[status]} />
      </Box>
      <Box sx={{ color: 'text.secondary', paddingTop: 1 }}>{facts.filter(Boolean).join(' · ')}</Box>
      {reason !== null && reason !== '' && (
        <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{reason}</Box>
      )}
      {more.isFromElsewhere !== true && evidence !== null && (
        <Box sx={{ overflowWrap: 'anywhere' }}>
          <Link href={fileContentUrl(evidence)} download>
            {t('evidence', { name: more.evidenceName ?? evidence })}
          </Link>
        </Box>
      )}
      {more.isFromElsewhere !== true && more.acts.length > 0 && (
        <ConditionActions condition={condition} acts={more.acts} isBusy={more.isBusy} onAct={more.onAct} />
      )}
    </Box>
  )
}
