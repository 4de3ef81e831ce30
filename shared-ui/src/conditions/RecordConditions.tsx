import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { QueryResult } from '../feedback/QueryResult.tsx'
import { actorAtom } from '../session/session.ts'
import { ConditionList } from './ConditionList.tsx'
import { conditionsQuery } from './conditions.queries.ts'
import type { Owner } from './conditions.queries.ts'
import { t } from './texts.ts'

export interface RecordConditionsProps extends Owner {
  /** Is told how many are open. */
  onCount: (count: number) => void
}

/**
 * The conditions of a permit or of an organization by when they must be met, with all that may be done about
 * them.
 */
export function RecordConditions({ collection, pid, onCount }: RecordConditionsProps) {
  const actor = useAtomValue(actorAtom)
  const owner: Owner = { collection, pid }
  const conditions = useQuery(conditionsQuery(owner))
  const tell = useEffectEvent(onCount)
  const open = conditions.data?.conditions.filter(({ status }) => status === 'OPEN').length
  useEffect(() => {
    if (open !== undefined) tell(open)
  }, [open])
  return (
    <QueryResult query={conditions} loading={t('loading')} failed={t('failed')}>
      {(found) => <ConditionList owner={owner} found={found} actor={actor} />}
    </QueryResult>
  )
}
