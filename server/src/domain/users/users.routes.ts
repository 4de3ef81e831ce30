import { changeUserStatus, listUserSteps } from './sign-in/change-status.ts'
import { ok, okValue, onCollection } from '#engine/routes/record-route.ts'
import type { RecordRoute } from '#engine/routes/record-route.ts'
import type { DomainDeps } from '#domain/deps.ts'

/** Transitions of a person's account. */
export const peopleCalls: readonly RecordRoute<DomainDeps>[] = [
  onCollection(
    'GET',
    ['{pid}', 'transitions'],
    async ({ deps, actor }, _users, pid) => okValue(await listUserSteps(deps, actor, pid)),
    'users',
  ),
  onCollection(
    'POST',
    ['{pid}', 'transitions'],
    async ({ deps, actor, call }, _users, pid) => ok(await changeUserStatus(deps, actor, pid, call.body)),
    'users',
  ),
]
