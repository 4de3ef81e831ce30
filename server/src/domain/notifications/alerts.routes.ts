import { countUnreadAlerts, readAllAlerts } from './alerts.ts'
import { okValue, onCollection } from '#engine/routes/record-route.ts'
import type { RecordRoute } from '#engine/routes/record-route.ts'
import type { DomainDeps } from '#domain/deps.ts'

/** Calls on alerts beyond those of all records. */
export const alertCalls: readonly RecordRoute<DomainDeps>[] = [
  onCollection(
    'GET',
    ['count'],
    async ({ deps, actor }) => okValue(await countUnreadAlerts(deps, actor)),
    'alerts',
  ),
  onCollection(
    'POST',
    ['read-all'],
    async ({ deps, actor }) => okValue(await readAllAlerts(deps, actor)),
    'alerts',
  ),
]
