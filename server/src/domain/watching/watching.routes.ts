import type { Declaration } from '@portal/contract'
import { withAddedFields } from '#platform/configuration/with-added-fields.ts'
import { okValue, onCollection } from '#engine/routes/record-route.ts'
import type { RecordRoute, RouteContext } from '#engine/routes/record-route.ts'
import type { ViewDeps } from '#engine/views/views.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { changeViewWatch, changeWatch, getWatch, listWatches } from './watching.ts'

async function viewDepsFor({ deps, parts, viewer }: RouteContext<DomainDeps>): Promise<ViewDeps> {
  return {
    closed: await parts.closedCollections(deps, viewer),
    withAdded: (declaration: Declaration) => withAddedFields(deps, declaration),
  }
}

/** Who watches which records and views. */
export const watchCalls: readonly RecordRoute<DomainDeps>[] = [
  {
    method: 'GET',
    pattern: ['watches'],
    answer: async (asked) => okValue(await listWatches(asked.deps, asked.actor, await viewDepsFor(asked))),
  },
  {
    method: 'POST',
    pattern: ['views', '{pid}', 'watch'],
    answer: async (asked) => {
      const { deps, actor, call, names } = asked
      const viewDeps = await viewDepsFor(asked)
      return okValue(await changeViewWatch(deps, actor, { pid: names[0] ?? '', body: call.body, viewDeps }))
    },
  },
  onCollection('GET', ['{pid}', 'watch'], async ({ deps, actor }, declaration, pid) =>
    okValue(await getWatch(deps, actor, declaration, pid)),
  ),
  onCollection('POST', ['{pid}', 'watch'], async ({ deps, actor, call }, declaration, pid) =>
    okValue(await changeWatch(deps, actor, declaration, { pid, body: call.body })),
  ),
]
