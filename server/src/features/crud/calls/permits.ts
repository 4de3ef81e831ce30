import { readBoard } from '#records/permits/board.ts'
import { readOverview } from '#records/permits/overview.ts'
import { ok, okValue, onCollection } from './inner-call.ts'
import type { InnerCall } from './inner-call.ts'

/** Pages of permits that are no lists: the Overview and the boards. */
export const permitCalls: readonly InnerCall[] = [
  onCollection(
    'GET',
    ['overview'],
    async ({ deps, parts, actor, viewer }) => okValue(await readOverview(deps, actor, await parts.closedCollections(deps, viewer))),
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
]
