import { countRecords } from '../count/count-records.ts'
import { createRecord } from '../write/create-record.ts'
import { deleteRecord } from '../write/delete-record.ts'
import { listDeleted } from '../write/deleted-records.ts'
import { distinctValues } from '../groups/distinct-values.ts'
import { getRecordAsOf } from '../history/record-as-of.ts'
import { getRecord } from '../query/get-record.ts'
import { listRecords, pageJson } from '../query/list-records.ts'
import { patchRecord } from '../write/patch-record.ts'
import { restoreRecord } from '../write/restore-record.ts'
import { searchRecords } from '../search/search-records.ts'
import { speculative, ok, okValue, onCollection, openCollection } from './record-route.ts'
import type { RecordRoute } from './record-route.ts'

/** Reading and writing the records of a collection. */
export const recordCalls: readonly RecordRoute[] = [
  {
    method: 'GET',
    isSpeculative: true,
    pattern: ['count'],
    answer: async (asked) =>
      okValue(
        await countRecords(asked.deps, asked.actor, asked.call.query, (name) =>
          openCollection(asked, name, 'query.collection'),
        ),
      ),
  },
  speculative(
    onCollection('GET', [], async ({ deps, actor, call }, declaration) =>
      ok(pageJson(declaration, await listRecords(deps, actor, declaration, call.query))),
    ),
  ),
  speculative(
    onCollection('GET', ['search'], async ({ deps, actor, call }, declaration) =>
      ok(pageJson(declaration, await searchRecords(deps, actor, declaration, call.query))),
    ),
  ),
  onCollection('GET', ['deleted'], async ({ deps, actor, call }, declaration) =>
    okValue(await listDeleted(deps, actor, declaration, call.query)),
  ),
  speculative(
    onCollection('GET', ['fields', '{field}'], async ({ deps, actor, call }, declaration, field) =>
      ok(await distinctValues(deps, actor, declaration, field, call.query)),
    ),
  ),
  speculative(
    onCollection('GET', ['{pid}'], async ({ deps, actor, call }, declaration, pid) =>
      ok(
        call.query?.['asOf'] === undefined
          ? await getRecord(deps, actor, declaration, pid)
          : await getRecordAsOf(deps, actor, declaration, pid, call.query),
      ),
    ),
  ),
  onCollection('POST', [], async ({ deps, actor, call }, declaration) => {
    const { pid, isNew } = await createRecord(deps, actor, declaration, call.body)
    return { status: isNew ? 201 : 200, json: JSON.stringify({ pid }) }
  }),
  speculative(
    onCollection('PATCH', ['{pid}'], async ({ deps, actor, call }, declaration, pid) =>
      ok(await patchRecord(deps, actor, declaration, pid, call.body)),
    ),
  ),
  onCollection('DELETE', ['{pid}'], async ({ deps, actor }, declaration, pid) =>
    okValue(await deleteRecord(deps, actor, declaration, pid)),
  ),
  onCollection('POST', ['{pid}', 'restore'], async ({ deps, actor }, declaration, pid) =>
    ok(await restoreRecord(deps, actor, declaration, pid)),
  ),
]
