import { setChecklistItem } from '../../packages/checklist.ts'
import { listSignOffActs, signOff } from '../../packages/sign-off.ts'
import { listTransitions, transitionMany, transitionRecord } from './transition-record.ts'
import { undoMany, undoTransition } from '#domain/undo/undo-transition.ts'
import { ok, okValue, onCollection, openCollection } from '#engine/routes/record-route.ts'
import type { RecordRoute } from '#engine/routes/record-route.ts'
import type { DomainDeps } from '#domain/deps.ts'

/**
 * Transitions of collections with a state machine. Those of people are listed earlier and take precedence.
 */
export const transitionCalls: readonly RecordRoute<DomainDeps>[] = [
  onCollection('GET', ['{pid}', 'transitions'], async ({ deps, actor }, declaration, pid) =>
    okValue(await listTransitions(deps, actor, declaration, pid)),
  ),
  onCollection('POST', ['{pid}', 'transitions'], async ({ deps, actor, call }, declaration, pid) =>
    ok(await transitionRecord(deps, actor, declaration, pid, call.body)),
  ),
  onCollection('POST', ['{pid}', 'transitions', 'undo'], async ({ deps, actor }, declaration, pid) =>
    ok(await undoTransition(deps, actor, declaration, pid)),
  ),
  onCollection('POST', ['transitions', 'undo'], async ({ deps, actor, call }, declaration) =>
    okValue(await undoMany(deps, actor, declaration, call.body)),
  ),
  onCollection('POST', ['transitions'], async ({ deps, actor, call }, declaration) =>
    okValue(await transitionMany(deps, actor, declaration, call.body)),
  ),
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
