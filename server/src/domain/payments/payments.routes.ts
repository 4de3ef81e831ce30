import { allocatePayment, listAllocations } from './allocations.ts'
import { recordPayment } from './record-payment.ts'
import { releasePayment } from './release.ts'
import { listRefunds, refundPayment } from './refunds.ts'
import { okValue, onCollection } from '#engine/routes/record-route.ts'
import type { RecordRoute } from '#engine/routes/record-route.ts'
import type { DomainDeps } from '#domain/deps.ts'

/** Calls on payments beyond those of all records. */
export const paymentCalls: readonly RecordRoute<DomainDeps>[] = [
  onCollection(
    'GET',
    ['{pid}', 'refunds'],
    async ({ deps, actor }, _payments, pid) => okValue(await listRefunds(deps, actor, pid)),
    'payments',
  ),
  onCollection(
    'POST',
    ['{pid}', 'refunds'],
    async ({ deps, actor, call }, _payments, payment) => {
      const { pid, isNew } = await refundPayment(deps, actor, payment, call.body)
      return { status: isNew ? 201 : 200, json: JSON.stringify({ pid }) }
    },
    'payments',
  ),
  onCollection(
    'GET',
    ['{pid}', 'allocations'],
    async ({ deps, actor }, _payments, pid) => okValue(await listAllocations(deps, actor, pid)),
    'payments',
  ),
  onCollection(
    'POST',
    ['{pid}', 'allocations'],
    async ({ deps, actor, call }, _payments, pid) =>
      okValue(await allocatePayment(deps, actor, pid, call.body)),
    'payments',
  ),
  onCollection(
    'POST',
    ['{pid}', 'allocations', 'release'],
    async ({ deps, actor, call }, _payments, pid) =>
      okValue(await releasePayment(deps, actor, pid, call.body)),
    'payments',
  ),
  onCollection(
    'POST',
    ['record'],
    async ({ deps, actor, call }) => {
      const { isNew, recorded } = await recordPayment(deps, actor, call.body)
      return { status: isNew ? 201 : 200, json: JSON.stringify(recorded) }
    },
    'payments',
  ),
]
