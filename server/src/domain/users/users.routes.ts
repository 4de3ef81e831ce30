import { changeUserStatus, listUserSteps } from './sign-in/change-status.ts'
import { previewHandover, startHandover } from '../handover/handover.ts'
import { ok, okValue, onCollection } from '#engine/routes/record-route.ts'
import type { RecordRoute } from '#engine/routes/record-route.ts'
import type { DomainDeps } from '#domain/deps.ts'

/** Transitions of a person's account, and the handover of their work. */
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
  onCollection(
    'GET',
    ['{pid}', 'handover'],
    async ({ deps, actor, call }, _users, pid) =>
      okValue(await previewHandover(deps, actor, pid, call.query)),
    'users',
  ),
  onCollection(
    'POST',
    ['{pid}', 'handover'],
    async ({ deps, actor, call }, _users, pid) => ({
      status: 202,
      json: JSON.stringify(await startHandover(deps, actor, pid, call.body)),
    }),
    'users',
  ),
]
