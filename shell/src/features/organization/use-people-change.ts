import { useChange } from '@portal/shared-ui'
import type { ChangeOptions } from '@portal/shared-ui'
import { t } from './texts.ts'

/**
 * One kind of change of the organization's people; afterwards the list is read again, also where it was
 * refused.
 */
export function usePeopleChange<Given, Answer>(
  change: (given: Given) => Promise<Answer>,
  options?: ChangeOptions<Answer>,
) {
  return useChange(change, { stale: [['organization']], failed: t('notDone') }, options)
}
