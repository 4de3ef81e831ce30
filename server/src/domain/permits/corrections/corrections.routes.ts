import { addCorrections, listCorrections, patchCorrection, removeCorrection } from './corrections.ts'
import { created, okValue, onCollection } from '#engine/routes/record-route.ts'
import type { RecordRoute } from '#engine/routes/record-route.ts'
import type { DomainDeps } from '#domain/deps.ts'

/** The authority's comments on permits, with their responses. */
export const correctionCalls: readonly RecordRoute<DomainDeps>[] = ['permits', 'processed'].flatMap(
  (collection) => [
    onCollection(
      'GET',
      ['{pid}', 'corrections'],
      async ({ deps, actor }, _declaration, pid) => okValue(await listCorrections(deps, actor, pid)),
      collection,
    ),
    onCollection(
      'POST',
      ['{pid}', 'corrections'],
      async ({ deps, actor, call }, _declaration, pid) =>
        created(await addCorrections(deps, actor, pid, call.body)),
      collection,
    ),
    onCollection(
      'PATCH',
      ['{pid}', 'corrections', '{correction}'],
      async ({ deps, actor, call, names }, _declaration, pid) =>
        okValue(await patchCorrection(deps, actor, pid, names[1] ?? '', call.body)),
      collection,
    ),
    onCollection(
      'DELETE',
      ['{pid}', 'corrections', '{correction}'],
      async ({ deps, actor, names }, _declaration, pid) =>
        okValue(await removeCorrection(deps, actor, pid, names[1] ?? '')),
      collection,
    ),
  ],
)
