import { authorityTable, codeTableNames, codesOf, invalid, phrase } from '@portal/contract'
import { authorityCodes } from '#domain/authorities/authority-codes.ts'
import { groupRecords } from '#engine/groups/group-records.ts'
import { groupedPage } from '#engine/groups/grouped-page.ts'
import { lookUpReferences } from '#engine/query/lookup.ts'
import { listRelated } from '#engine/query/related.ts'
import { countTabs } from '#domain/tab-counts.ts'
import { searchEverything } from '#engine/search/search-everything.ts'
import { knownCollection, ok, okValue, onCollection, speculative } from '#engine/routes/record-route.ts'
import type { RecordRoute } from '#engine/routes/record-route.ts'
import type { Deps } from '#app/deps.ts'

/** Queries besides the lists: groups, lookup, code tables, global search and related records. */
export const queryRoutes: readonly RecordRoute<Deps>[] = [
  {
    method: 'GET',
    pattern: ['search'],
    answer: async ({ deps, parts, actor, viewer, call }) =>
      ok(await searchEverything(deps, actor, call.query, await parts.closedCollections(deps, viewer))),
  },
  {
    method: 'GET',
    pattern: ['codes', '{table}'],
    answer: async ({ deps, names: [table = ''] }) => {
      const codes =
        table === authorityTable ? await authorityCodes(deps) : codesOf(table, deps.permitLibrary.current)
      if (codes !== undefined) return okValue(codes)
      throw invalid(
        'apiPath',
        'unknown-table',
        phrase('apiPath: there is no code table {{table}}; there are {{codeTableNames}}', {
          table,
          codeTableNames: codeTableNames.join(', '),
        }),
      )
    },
  },
  {
    // References stay available when the module of the collection is off.
    method: 'GET',
    pattern: ['{collection}', 'lookup'],
    answer: async ({ deps, actor, call, names }) =>
      ok(await lookUpReferences(deps, actor, knownCollection(names[0] ?? ''), call.query)),
  },
  speculative(
    onCollection('GET', ['groups'], async ({ deps, actor, call }, declaration) =>
      call.query?.['lines'] === true
        ? ok(await groupedPage(deps, actor, declaration, call.query))
        : ok(await groupRecords(deps, actor, declaration, call.query)),
    ),
  ),
  onCollection('GET', ['{pid}', 'related'], async ({ deps, parts, actor, viewer }, declaration, pid) =>
    ok(await listRelated(deps, actor, declaration, pid, await parts.closedCollections(deps, viewer))),
  ),
  onCollection('GET', ['{pid}', 'counts'], async ({ deps, parts, actor, viewer }, declaration, pid) =>
    okValue(await countTabs(deps, actor, declaration, pid, await parts.closedCollections(deps, viewer))),
  ),
]
