import { draftRequirements, publishRequirements, revertRequirements, withdrawRequirements } from './change.ts'
import { readAffectedPermits } from './affected-permits.ts'
import { startMove } from './move-job.ts'
import { readPermitRequirements } from './permit-requirements.ts'
import { tryRequirements } from './trial.ts'
import { readRequirements } from './view.ts'
import { okValue, onCollection } from '#engine/routes/record-route.ts'
import type { RecordRoute } from '#engine/routes/record-route.ts'
import type { DomainDeps } from '../deps.ts'

/** What authorities ask for: read by staff, written by administrators, and by permit for whoever reads it. */
export const requirementCalls: readonly RecordRoute<DomainDeps>[] = [
  {
    method: 'GET',
    pattern: ['requirements'],
    answer: async ({ deps, actor }) => okValue(await readRequirements(deps, actor)),
  },
  {
    method: 'PATCH',
    pattern: ['requirements'],
    answer: async ({ deps, actor, call }) => okValue(await draftRequirements(deps, actor, call.body)),
  },
  ...(
    [
      ['publish', publishRequirements],
      ['revert', revertRequirements],
      ['withdraw', withdrawRequirements],
    ] as const
  ).map(([name, work]): RecordRoute<DomainDeps> => ({
    method: 'POST',
    pattern: ['requirements', name],
    answer: async ({ deps, actor, call }) => okValue(await work(deps, actor, call.body)),
  })),
  {
    method: 'GET',
    pattern: ['requirements', 'permits'],
    answer: async ({ deps, actor, call }) => okValue(await readAffectedPermits(deps, actor, call.query)),
  },
  {
    method: 'GET',
    pattern: ['requirements', 'trial'],
    answer: async ({ deps, actor, call }) => okValue(await tryRequirements(deps, actor, call.query)),
  },
  {
    method: 'POST',
    pattern: ['requirements', 'move'],
    answer: async ({ deps, actor, call }) => ({
      status: 202,
      json: JSON.stringify(await startMove(deps, actor, call.body)),
    }),
  },
  ...['permits', 'processed'].map((collection) =>
    onCollection<DomainDeps>(
      'GET',
      ['{pid}', 'requirements'],
      async ({ deps, actor }, _declaration, pid) => okValue(await readPermitRequirements(deps, actor, pid)),
      collection,
    ),
  ),
]
