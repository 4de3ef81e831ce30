import { useChange } from '@portal/shared-ui'
import type { ChangeOptions } from '@portal/shared-ui'
import { t } from './texts.ts'

/**
 * A change of the organization's members. The list is loaded again afterwards, even when the change was
 * refused.
 */
export function usePeopleChange<Given, Answer>(
  change: (given: Given) => Promise<Answer>,
  options?: ChangeOptions<Answer>,
) {
  return useChange(change, { stale: [['organization']], failed: t('notDone') }, options)
}
