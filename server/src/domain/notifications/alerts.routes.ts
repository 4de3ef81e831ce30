import { countUnreadAlerts, readAllAlerts } from './alerts.ts'
import { isStaff, Refusal } from '@portal/contract'
import { acknowledgeAlert, listUnacknowledged } from './acknowledge-alert.ts'
import { listAcknowledgments } from './ask-acknowledgment.ts'
import { ok, okValue, onCollection } from '#engine/routes/record-route.ts'
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
  onCollection(
    'GET',
    ['unacknowledged'],
    async ({ deps, actor }) => {
      if (!isStaff(actor.role)) throw new Refusal('forbidden', 'Only staff can see who has not acknowledged.')
      return okValue(await listUnacknowledged(deps))
    },
    'alerts',
  ),
  onCollection(
    'POST',
    ['{pid}', 'acknowledge'],
    async ({ deps, actor }, declaration, pid) => ok(await acknowledgeAlert(deps, actor, declaration, pid)),
    'alerts',
  ),
  onCollection(
    'GET',
    ['{pid}', 'acknowledgments'],
    async ({ deps, actor }, declaration, pid) =>
      okValue(await listAcknowledgments(deps, actor, declaration, pid)),
    'notifications',
  ),
]
