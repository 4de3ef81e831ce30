import { countUnread, readAllAlerts } from '#records/alerts.ts'
import { okValue, onCollection } from './inner-call.ts'
import type { InnerCall } from './inner-call.ts'

/** What alerts can do besides being records. */
export const alertCalls: readonly InnerCall[] = [
  onCollection('GET', ['count'], async ({ deps, actor }) => okValue(await countUnread(deps, actor)), 'alerts'),
  onCollection('POST', ['read-all'], async ({ deps, actor }) => okValue(await readAllAlerts(deps, actor)), 'alerts'),
]
