import { answeredOf, answersCorrection, disciplines, isAdministrator, isStaff } from '@portal/contract'
import type { Actor, Correction } from '@portal/contract'
import { Section } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import { disciplineLabel } from '../../comments/typed-comments.ts'
import { CorrectionRow } from './CorrectionRow.tsx'
import type { CorrectionAct } from './CorrectionRow.tsx'
import { t } from './texts.ts'

/** The actions the viewer may take on a comment of the cycle in preparation. */
function actsOf(correction: Correction, actor: Actor): CorrectionAct[] {
  const { status, response, forClient } = correction
  if (!answersCorrection(actor, correction) || (status === 'DONE' && !isStaff(actor.role))) return []
  if (!isStaff(actor.role)) return ['answer']
  if (status === 'DONE') return ['reopen']
  const settle: CorrectionAct[] =
    status === 'ANSWERED'
      ? ['answer', 'done', 'reopen', 'edit']
      : response === null
        ? ['answer', 'edit']
        : ['answer', 'done', 'edit']
  const remove: CorrectionAct[] = isAdministrator(actor.role) && status === 'OPEN' ? ['delete'] : []
  return status === 'OPEN' ? [...settle, forClient ? 'unask' : 'ask', ...remove] : settle
}

export interface CycleCommentsProps {
  permit: string
  corrections: readonly Correction[]
  actor: Actor
  /** Whether the comments can still be changed. */
  isOpen: boolean
  /** The comments with an open answer form. */
  answering: ReadonlySet<string>
  onResponding: (pid: string, isResponding: boolean) => void
  onDelete: (correction: Correction) => void
}

/** Comments of one cycle by discipline, each with the number of answered comments. */
export function CycleComments({
  corrections,
  actor,
  isOpen,
  permit,
  answering,
  onResponding,
  onDelete,
}: CycleCommentsProps) {
  const order = [...disciplines.map(({ code }): string | null => code), null]
  const groups = Map.groupBy(corrections, ({ discipline }) => discipline)
  return order.flatMap((discipline) => {
    const own = groups.get(discipline)
    if (own === undefined) return []
    const name = discipline === null ? t('noDiscipline') : disciplineLabel(discipline)
    const title =
      groups.size === 1 && discipline === null
        ? ''
        : `${name} · ${t('answered', { answered: answeredOf(own), count: own.length })}`
    const rows = (
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {own.map((correction) => (
          <CorrectionRow
            key={correction.pid}
            permit={permit}
            correction={correction}
            isClient={!isStaff(actor.role)}
            acts={isOpen ? actsOf(correction, actor) : []}
            isResponding={isOpen && answering.has(correction.pid)}
            onResponding={(isResponding) => onResponding(correction.pid, isResponding)}
            onDelete={() => onDelete(correction)}
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
