import { QueryResult, actorAtom, isReference } from '@portal/shared-ui'
import type { PanelProps } from '@portal/shared-ui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useEffect, useEffectEvent } from 'react'
import { CorrectionList } from './CorrectionList.tsx'
import { correctionsQuery } from './corrections.queries.ts'
import { t } from './texts.ts'

/** The authority's comments on a permit, or on the permit of a package, with their responses. */
export function CorrectionsPanel({ collection, pid, record, onCount }: PanelProps) {
  const actor = useAtomValue(actorAtom)
  const related = record['permit']
  const permit = collection === 'rts' ? (isReference(related) ? related.pid : '') : pid
  const corrections = useQuery(correctionsQuery(permit))
  const tell = useEffectEvent(onCount)
  const { data } = corrections
  const open = data?.corrections.filter(
    ({ status, cycleNo }) => status === 'OPEN' && cycleNo === data.cycleNo,
  ).length
  useEffect(() => {
    if (open !== undefined) tell(open)
  }, [open])
  return (
    <QueryResult query={corrections} loading={t('loading')} failed={t('failed')}>
      {(found) =>
        actor !== null && (
          <CorrectionList
            permit={permit}
            number={typeof record['refNo'] === 'string' ? record['refNo'] : ''}
            found={found}
            actor={actor}
          />
        )
      }
    </QueryResult>
  )
}
