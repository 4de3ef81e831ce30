import { answeredOf, answersCorrection, disciplines, isAdministrator, isStaff } from '@portal/contract'
import type { Actor, Correction } from '@portal/contract'
import { Section } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import { disciplineLabel } from '../../comments/typed-comments.ts'
import { CorrectionRow } from './CorrectionRow.tsx'
import type { CorrectionAct, CorrectionRowProps } from './CorrectionRow.tsx'
import { t } from './texts.ts'

/** What this person may make of a comment of the cycle that is being prepared. */
function actsOf(correction: Correction, actor: Actor): CorrectionAct[] {
  const { status, response, forClient } = correction
  if (!answersCorrection(actor, correction) || (status === 'DONE' && !isStaff(actor.role))) return []
  if (!isStaff(actor.role)) return ['answer']
  if (status === 'DONE') return ['reopen']
  const settle: CorrectionAct[] = status === 'ANSWERED' ? ['answer', 'done', 'reopen'] : response === null ? ['answer'] : ['answer', 'done']
  const remove: CorrectionAct[] = isAdministrator(actor.role) && status === 'OPEN' ? ['delete'] : []
  return status === 'OPEN' ? [...settle, forClient ? 'unask' : 'ask', ...remove] : settle
}

export interface CycleCommentsProps extends Pick<CorrectionRowProps, 'permit' | 'isBusy' | 'failure' | 'onClose'> {
  corrections: readonly Correction[]
  actor: Actor
  /** May they still be worked on? */
  isOpen: boolean
  /** The comment that is being answered. */
  answering: string | null
  onAct: (correction: Correction, act: CorrectionAct) => void
  onSave: (correction: Correction, answer: Parameters<CorrectionRowProps['onSave']>[0]) => void
}

/** Comments of one cycle by discipline, each with how many are answered. */
export function CycleComments({ corrections, actor, isOpen, answering, onAct, onSave, ...form }: CycleCommentsProps) {
  const order = [...disciplines.map(({ code }): string | null => code), null]
  const groups = Map.groupBy(corrections, ({ discipline }) => discipline)
  return order.flatMap((discipline) => {
    const own = groups.get(discipline)
    if (own === undefined) return []
    const name = discipline === null ? t('noDiscipline') : disciplineLabel(discipline)
    const title = groups.size === 1 && discipline === null ? '' : `${name} · ${t('answered', { answered: answeredOf(own), count: own.length })}`
    const rows = (
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {own.map((correction) => (
          <CorrectionRow
            key={correction.pid}
            {...form}
            correction={correction}
            isClient={!isStaff(actor.role)}
            acts={isOpen ? actsOf(correction, actor) : []}
            isAnswering={isOpen && answering === correction.pid}
            onAct={(act) => onAct(correction, act)}
            onSave={(answer) => onSave(correction, answer)}
          />
        ))}
      </Box>
    )
    return title === ''
      ? [<Box key="none">{rows}</Box>]
      : [
          <Section key={discipline ?? 'none'} title={title}>
            {rows}
          </Section>,
        ]
  })
}
