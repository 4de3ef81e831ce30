import { listAllocationsOfPermit } from '#records/payments/allocations.ts'
import { addCondition, listConditions, settleCondition } from '#records/permits/conditions.ts'
import { followPermitBy, listFollowing } from '#records/permits/following.ts'
import { followingKinds } from '@portal/contract'
import { readBoard } from '#records/permits/board.ts'
import { readOverview } from '#records/permits/overview.ts'
import { readSubmissions } from '#records/permits/submissions.ts'
import { listStandings } from '#records/permits/pipeline.ts'
import { ok, okValue, onCollection } from './inner-call.ts'
import type { Answer, InnerCall } from './inner-call.ts'

const created = (value: unknown): Answer => ({ status: 201, json: JSON.stringify(value) })

/** What permits have besides being records: the Overview and the boards, what follows them, and their conditions. */
export const permitCalls: readonly InnerCall[] = [
  onCollection(
    'GET',
    ['overview'],
    async ({ deps, parts, actor, viewer }) => okValue(await readOverview(deps, actor, await parts.closedCollections(deps, viewer))),
    'permits',
  ),
  onCollection(
    'GET',
    ['overview', 'submissions'],
    async ({ deps, parts, actor, viewer, call }) =>
      okValue(await readSubmissions(deps, actor, call.query, await parts.closedCollections(deps, viewer))),
    'permits',
  ),
  ...['permits', 'processed'].map((collection) =>
    onCollection(
      'GET',
      ['board'],
      async ({ deps, actor, call }, declaration) => ok(await readBoard(deps, actor, declaration, call.query)),
      collection,
    ),
  ),
  ...['permits', 'processed', 'rts', 'payments'].map((collection) =>
    onCollection(
      'GET',
      ['{pid}', 'pipeline'],
      async ({ deps, actor }, declaration, pid) => okValue(await listStandings(deps, actor, declaration, pid)),
      collection,
    ),
  ),
  ...['permits', 'processed'].flatMap((collection) => [
    onCollection(
      'GET',
      ['{pid}', 'allocations'],
      async ({ deps, actor }, _permits, pid) => okValue(await listAllocationsOfPermit(deps, actor, pid)),
      collection,
    ),
    onCollection('GET', ['{pid}', 'following'], async ({ deps, actor }, _permits, pid) => okValue(await listFollowing(deps, actor, pid)), collection),
    ...followingKinds.map((kind) =>
      onCollection(
        'POST',
        ['{pid}', kind],
        async ({ deps, actor }, _permits, pid) => created(await followPermitBy(deps, actor, kind, pid)),
        collection,
      ),
    ),
    onCollection(
      'GET',
      ['{pid}', 'conditions'],
      async ({ deps, actor }, _permits, pid) => okValue(await listConditions(deps, actor, pid)),
      collection,
    ),
    onCollection(
      'POST',
      ['{pid}', 'conditions'],
      async ({ deps, actor, call }, _permits, pid) => created(await addCondition(deps, actor, pid, call.body)),
      collection,
    ),
    onCollection(
      'PATCH',
      ['{pid}', 'conditions', '{condition}'],
      async ({ deps, actor, call, names }, _permits, pid) => okValue(await settleCondition(deps, actor, pid, names[1] ?? '', call.body)),
      collection,
    ),
  ]),
]
