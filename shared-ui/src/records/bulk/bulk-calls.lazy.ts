import { fetchCode } from '../../feedback/missing-code.ts'
import { prefetchWhenIdle } from '../../feedback/idle-code.ts'

/** The calls of actions on several records. Their code follows the first rows. */
export const loadBulkCalls = () => fetchCode(() => import(/* webpackChunkName: "opened" */ './bulk-calls.ts'))
prefetchWhenIdle(loadBulkCalls)
