import type { PermitStatus } from '@portal/contract'
import { courtsByRule } from '@portal/contract'

/**
 * Statuses that can receive the permits of a removed status: others of the same kind that require no
 * transition. Source: decision 0020.
 */
export function targetsOf(status: PermitStatus, statuses: readonly PermitStatus[]): PermitStatus[] {
  return statuses.filter(
    ({ key, bucket }) =>
      key !== status.key && key !== 'DRAFT' && bucket === status.bucket && !courtsByRule.includes(key),
  )
}
