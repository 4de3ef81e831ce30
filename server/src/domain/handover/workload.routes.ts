import { okValue } from '#engine/routes/record-route.ts'
import type { RecordRoute } from '#engine/routes/record-route.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { previewHandover, startHandover } from './handover.ts'
import { readWorkload } from './workload.ts'

/** Open work by person and week, and the assignment of work of nobody by rule. */
export const workloadCalls: readonly RecordRoute<DomainDeps>[] = [
  {
    method: 'GET',
    pattern: ['workload'],
    answer: async ({ deps, actor }) => okValue(await readWorkload(deps, actor)),
  },
  {
    method: 'GET',
    pattern: ['workload', 'assign'],
    answer: async ({ deps, actor, call }) => okValue(await previewHandover(deps, actor, null, call.query)),
  },
  {
    method: 'POST',
    pattern: ['workload', 'assign'],
    answer: async ({ deps, actor, call }) => ({
      status: 202,
      json: JSON.stringify(await startHandover(deps, actor, null, call.body)),
    }),
  },
]
