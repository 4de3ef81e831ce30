import { listTransitions, transitionMany, transitionRecord } from '../transitions/transition-record.ts'
import type { EngineDeps } from '../deps.ts'
import { ok, okValue, onCollection } from './record-route.ts'
import type { RecordRoute } from './record-route.ts'

/**
 * Transitions of collections with a state machine. Those of people are listed earlier and take precedence.
 */
export const transitionCalls: readonly RecordRoute<EngineDeps>[] = [
  onCollection('GET', ['{pid}', 'transitions'], async ({ deps, actor }, declaration, pid) =>
    okValue(await listTransitions(deps, actor, declaration, pid)),
  ),
  onCollection('POST', ['{pid}', 'transitions'], async ({ deps, actor, call }, declaration, pid) =>
    ok(await transitionRecord(deps, actor, declaration, pid, call.body)),
  ),
  onCollection('POST', ['transitions'], async ({ deps, actor, call }, declaration) =>
    okValue(await transitionMany(deps, actor, declaration, call.body)),
  ),
]
