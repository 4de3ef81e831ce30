import { okValue } from '#engine/routes/record-route.ts'
import type { RecordRoute } from '#engine/routes/record-route.ts'
import type { DomainDeps } from '../deps.ts'
import { changePermitLibrary, readPermitLibrary } from './permit-library.ts'

/** `/permit-library`: readable by everyone who is signed in, writable by administrators. */
export const permitLibraryCalls: readonly RecordRoute<DomainDeps>[] = [
  {
    method: 'GET',
    pattern: ['permit-library'],
    answer: async ({ deps, actor }) => okValue(await readPermitLibrary(deps, actor)),
  },
  {
    method: 'PATCH',
    pattern: ['permit-library'],
    answer: async ({ deps, actor, call }) => okValue(await changePermitLibrary(deps, actor, call.body)),
  },
]
