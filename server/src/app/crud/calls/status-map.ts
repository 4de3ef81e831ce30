import { draftStatusMap, publishStatusMap, revertStatusMap } from '#domain/configuration/status-map/change.ts'
import { readStatusMap } from '#domain/configuration/status-map/view.ts'
import { okValue } from '#engine/routes/record-route.ts'
import type { RecordRoute } from '#engine/routes/record-route.ts'
import type { Deps } from '#app/deps.ts'

/** `/permit-status-map`: readable by everyone who is signed in, writable by administrators. */
export const statusMapCalls: readonly RecordRoute<Deps>[] = [
  {
    method: 'GET',
    pattern: ['permit-status-map'],
    answer: async ({ deps, actor }) => okValue(await readStatusMap(deps, actor)),
  },
  {
    method: 'PATCH',
    pattern: ['permit-status-map'],
    answer: async ({ deps, actor, call }) => okValue(await draftStatusMap(deps, actor, call.body)),
  },
  ...(
    [
      ['publish', publishStatusMap],
      ['revert', revertStatusMap],
    ] as const
  ).map(([name, work]): RecordRoute<Deps> => ({
    method: 'POST',
    pattern: ['permit-status-map', name],
    answer: async ({ deps, actor, call }) => okValue(await work(deps, actor, call.body)),
  })),
]
