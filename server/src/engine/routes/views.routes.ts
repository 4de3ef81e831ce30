import type { View } from '@portal/contract'
import { withAddedFields } from '#platform/configuration/with-added-fields.ts'
import { createView, deleteView, getView, listViews, patchView } from '../views/views.ts'
import type { ViewDeps } from '../views/views.ts'
import { okValue } from './record-route.ts'
import type { RouteContext, RecordRoute } from './record-route.ts'

async function viewDepsFor({ deps, parts, viewer }: RouteContext): Promise<ViewDeps> {
  return {
    closed: await parts.closedCollections(deps, viewer),
    withAdded: (declaration) => withAddedFields(deps, declaration),
  }
}

/** Responses about one view also contain `views`, because all calls on views return a list. */
const one = (view: View) => ({ ...view, views: [view] })

/** Saved views of tables. */
export const viewCalls: readonly RecordRoute[] = [
  {
    method: 'GET',
    pattern: ['views'],
    answer: async (asked) =>
      okValue({
        views: await listViews(asked.deps, asked.actor, asked.call.query, await viewDepsFor(asked)),
      }),
  },
  {
    method: 'POST',
    pattern: ['views'],
    answer: async (asked) => ({
      status: 201,
      json: JSON.stringify(
        one(await createView(asked.deps, asked.actor, asked.call.body, await viewDepsFor(asked))),
      ),
    }),
  },
  {
    method: 'GET',
    pattern: ['views', '{pid}'],
    answer: async (asked) =>
      okValue(one(await getView(asked.deps, asked.actor, asked.names[0] ?? '', await viewDepsFor(asked)))),
  },
  {
    method: 'PATCH',
    pattern: ['views', '{pid}'],
    answer: async (asked) =>
      okValue(
        one(
          await patchView(
            asked.deps,
            asked.actor,
            asked.names[0] ?? '',
            asked.call.body,
            await viewDepsFor(asked),
          ),
        ),
      ),
  },
  {
    method: 'DELETE',
    pattern: ['views', '{pid}'],
    answer: async (asked) => {
      const viewDeps = await viewDepsFor(asked)
      const collection = await deleteView(asked.deps, asked.actor, asked.names[0] ?? '', viewDeps)
      const views = await listViews(asked.deps, asked.actor, { collection }, viewDeps)
      return okValue({ deleted: 1, failed: [], views })
    },
  },
]
