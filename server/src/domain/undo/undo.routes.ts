import { ok, okValue, onCollection } from '#engine/routes/record-route.ts'
import type { RecordRoute } from '#engine/routes/record-route.ts'
import type { DomainDeps } from '../deps.ts'
import { undoMany, undoTransition } from './undo-transition.ts'

/** Undo of the last transition of one record (contract.md 11.3), and of the records of a bulk change. */
export const undoCalls: readonly RecordRoute<DomainDeps>[] = [
  onCollection('POST', ['{pid}', 'transitions', 'undo'], async ({ deps, actor }, declaration, pid) =>
    ok(await undoTransition(deps, actor, declaration, pid)),
  ),
  onCollection('POST', ['transitions', 'undo'], async ({ deps, actor, call }, declaration) =>
    okValue(await undoMany(deps, actor, declaration, call.body)),
  ),
]
