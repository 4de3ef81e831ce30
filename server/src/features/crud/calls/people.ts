import { changeUserStatus, listUserSteps } from '#identity/change-status.ts'
import { ok, okValue, onCollection } from './inner-call.ts'
import type { InnerCall } from './inner-call.ts'

/** The steps of a person's account. */
export const peopleCalls: readonly InnerCall[] = [
  onCollection('GET', ['{pid}', 'transitions'], async ({ deps, actor }, _users, pid) => okValue(await listUserSteps(deps, actor, pid)), 'users'),
  onCollection(
    'POST',
    ['{pid}', 'transitions'],
    async ({ deps, actor, call }, _users, pid) => ok(await changeUserStatus(deps, actor, pid, call.body)),
    'users',
  ),
]
