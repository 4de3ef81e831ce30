import { ok, okValue, onCollection, openCollection } from '#engine/routes/record-route.ts'
import type { RecordRoute } from '#engine/routes/record-route.ts'
import type { DomainDeps } from '../deps.ts'
import { setChecklistItem } from './checklist.ts'
import { listSignOffActs, signOff } from './sign-off.ts'

/** Sign-off and checklist of submission packages. */
export const packageCalls: readonly RecordRoute<DomainDeps>[] = [
  onCollection(
    'GET',
    ['{pid}', 'sign-off'],
    async ({ deps, actor }, _rts, pid) => okValue(await listSignOffActs(deps, actor, pid)),
    'rts',
  ),
  onCollection(
    'POST',
    ['{pid}', 'sign-off'],
    async ({ deps, actor, call }, rts, pid) => ok(await signOff(deps, actor, rts, pid, call.body)),
    'rts',
  ),
  {
    method: 'PATCH',
    pattern: ['rts', '{pid}', 'checklist', '{item}'],
    async answer(asked) {
      await openCollection(asked, 'rts')
      const [pid = '', item = ''] = asked.names
      return ok(await setChecklistItem(asked.deps, asked.actor, pid, item, asked.call.body))
    },
  },
]
