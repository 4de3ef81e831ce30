import { RecordConditions, isReference } from '@portal/shared-ui'
import type { PanelProps } from '@portal/shared-ui'

/**
 * The conditions of a permit and of its organization; for a package, those of its permit. Source: domain.md 3
 * and 4.
 */
export function ConditionsPanel({ collection, pid, record, onCount }: PanelProps) {
  const related = record['permit']
  const permit = collection === 'rts' ? (isReference(related) ? related.pid : '') : pid
  return <RecordConditions collection="permits" pid={permit} onCount={onCount} />
}
