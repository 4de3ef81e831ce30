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
  /** Called with the number of open conditions. */
  onCount: (count: number) => void
}

/** The conditions of a permit or an organization, grouped by when they must be met, with their actions. */
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
