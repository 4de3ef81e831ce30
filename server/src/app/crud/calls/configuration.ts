import { okValue } from '#engine/routes/record-route.ts'
import type { RecordRoute } from '#engine/routes/record-route.ts'
import type { Deps } from '#app/deps.ts'

/** `/config` and the calls below it. */
export const configurationCalls: readonly RecordRoute<Deps>[] = [
  {
    method: 'GET',
    pattern: ['config'],
    answer: async ({ deps, parts, actor }) => okValue(await parts.configuration.get(deps, actor)),
  },
  {
    method: 'PATCH',
    pattern: ['config'],
    answer: async ({ deps, parts, actor, call }) =>
      okValue(await parts.configuration.patch(deps, actor, call.body)),
  },
  {
    method: 'GET',
    pattern: ['config', 'addresses'],
    answer: async ({ deps, parts, actor }) => okValue(await parts.configuration.addresses(deps, actor)),
  },
  {
    method: 'GET',
    pattern: ['config', 'storage'],
    answer: async ({ deps, parts, actor }) => okValue(await parts.configuration.storage(deps, actor)),
  },
  {
    method: 'POST',
    pattern: ['config', 'reset'],
    answer: async ({ deps, parts, actor }) => okValue(await parts.configuration.reset(deps, actor)),
  },
]
