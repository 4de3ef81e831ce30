import { listAllocationsOfPermit } from '../payments/allocations.ts'
import { readExpectedDates } from '../expected-dates/read-expected-dates.ts'
import { followPermitBy, listSuccessors } from './following.ts'
import { followingKinds } from '@portal/contract'
import { readBoard } from './board.ts'
import { readOverview } from './overview.ts'
import { readSubmissions } from './submissions.ts'
import { listStageVisits } from './pipeline.ts'
import { created, ok, okValue, onCollection } from '#engine/routes/record-route.ts'
import type { RecordRoute } from '#engine/routes/record-route.ts'
import type { DomainDeps } from '#domain/deps.ts'

/** Calls on permits beyond those of all records: the overview, the boards and follow-ups. */
export const permitCalls: readonly RecordRoute<DomainDeps>[] = [
  onCollection(
    'GET',
    ['overview'],
    async ({ deps, parts, actor, viewer }) =>
      okValue(await readOverview(deps, actor, await parts.closedCollections(deps, viewer))),
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
      async ({ deps, actor }, declaration, pid) =>
        okValue(await listStageVisits(deps, actor, declaration, pid)),
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
    onCollection(
      'GET',
      ['{pid}', 'expected-dates'],
      async ({ deps, actor }, declaration, pid) =>
        okValue(await readExpectedDates(deps, actor, declaration, pid)),
      collection,
    ),
    onCollection(
      'GET',
      ['{pid}', 'following'],
      async ({ deps, actor }, _permits, pid) => okValue(await listSuccessors(deps, actor, pid)),
      collection,
    ),
    ...followingKinds.map((kind) =>
      onCollection(
        'POST',
        ['{pid}', kind],
        async ({ deps, actor }, _permits, pid) => created(await followPermitBy(deps, actor, kind, pid)),
        collection,
      ),
    ),
  ]),
]
