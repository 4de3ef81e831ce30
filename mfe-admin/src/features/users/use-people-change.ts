import { recordKeys, useChange } from '@portal/shared-ui'
import type { ChangeOptions } from '@portal/shared-ui'
import { t } from './texts.ts'

/**
 * A change of people or of how they sign in; afterwards everything about them is read again, whatever came of
 * it.
 */
export function usePeopleChange<Given, Answer>(
  change: (given: Given) => Promise<Answer>,
  options?: ChangeOptions<Answer>,
) {
  return useChange(
    change,
    { stale: [['people'], recordKeys.collection('users')], failed: t('notDone') },
    options,
  )
}
