import { draftStatusMap, publishStatusMap, revertStatusMap } from '#configuration/status-map/change.ts'
import { readStatusMap } from '#configuration/status-map/view.ts'
import { okValue } from './inner-call.ts'
import type { InnerCall } from './inner-call.ts'

/** `/permit-status-map`: read by everybody signed in, written by administrators. */
export const statusMapCalls: readonly InnerCall[] = [
  { method: 'GET', pattern: ['permit-status-map'], answer: async ({ deps, actor }) => okValue(await readStatusMap(deps, actor)) },
  { method: 'PATCH', pattern: ['permit-status-map'], answer: async ({ deps, actor, call }) => okValue(await draftStatusMap(deps, actor, call.body)) },
  ...(
    [
      ['publish', publishStatusMap],
      ['revert', revertStatusMap],
    ] as const
  ).map(([name, work]): InnerCall => ({
    method: 'POST',
    pattern: ['permit-status-map', name],
    answer: async ({ deps, actor, call }) => okValue(await work(deps, actor, call.body)),
  })),
]
