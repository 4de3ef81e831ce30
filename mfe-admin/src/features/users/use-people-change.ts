import { recordKeys, useChange } from '@portal/shared-ui'
import type { ChangeOptions } from '@portal/shared-ui'
import { t } from './texts.ts'

/**
 * A change of users or their sign-in methods. Everything about them is reloaded afterwards, even after a
 * failure.
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
