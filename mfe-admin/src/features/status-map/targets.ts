import type { PermitStatus } from '@portal/contract'
import { courtsByRule } from '@portal/contract'

/**
 * Where the permits of a status may go when it goes: others of its kind to which no step is needed. Source:
 * decision 0020.
 */
export function targetsOf(status: PermitStatus, statuses: readonly PermitStatus[]): PermitStatus[] {
  return statuses.filter(
    ({ key, bucket }) =>
      key !== status.key && key !== 'DRAFT' && bucket === status.bucket && !courtsByRule.includes(key),
  )
}
