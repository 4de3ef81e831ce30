import { RecordConditions } from '@portal/shared-ui'
import type { PanelProps } from '@portal/shared-ui'

/** The conditions of an organization, which apply to all of its permits. Source: domain.md 4. */
export function OrganizationConditions({ pid, onCount }: PanelProps) {
  return <RecordConditions collection="orgs" pid={pid} onCount={onCount} />
}
