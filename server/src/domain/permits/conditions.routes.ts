import type { ConditionOwner } from '@portal/contract'
import { addCondition, listConditions, settleCondition } from './conditions.ts'
import { created, okValue, onCollection } from '#engine/routes/record-route.ts'
import type { RecordRoute } from '#engine/routes/record-route.ts'
import type { DomainDeps } from '#domain/deps.ts'

/** The paths with conditions, and the owner of the conditions on each. */
const owners: readonly (readonly [collection: string, owner: ConditionOwner])[] = [
  ['permits', 'permits'],
  ['processed', 'permits'],
  ['orgs', 'orgs'],
]

/** The conditions of permits and of organizations. */
export const conditionCalls: readonly RecordRoute<DomainDeps>[] = owners.flatMap(([collection, owner]) => [
  onCollection(
    'GET',
    ['{pid}', 'conditions'],
    async ({ deps, actor }, _declaration, pid) => okValue(await listConditions(deps, actor, owner, pid)),
    collection,
  ),
  onCollection(
    'POST',
    ['{pid}', 'conditions'],
    async ({ deps, actor, call }, _declaration, pid) =>
      created(await addCondition(deps, actor, owner, pid, call.body)),
    collection,
  ),
  onCollection(
    'PATCH',
    ['{pid}', 'conditions', '{condition}'],
    async ({ deps, actor, call, names }, _declaration, pid) =>
      okValue(await settleCondition(deps, actor, owner, pid, names[1] ?? '', call.body)),
    collection,
  ),
])
