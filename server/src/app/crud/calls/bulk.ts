import { bulkDelete, bulkPatch } from '#domain/bulk/bulk-jobs.ts'
import type { BulkAnswer } from '#domain/bulk/bulk-jobs.ts'
import { onCollection } from '#engine/routes/record-route.ts'
import type { Answer, RecordRoute } from '#engine/routes/record-route.ts'
import type { Deps } from '#app/deps.ts'

const toAnswer = ({ status, value }: BulkAnswer): Answer => ({ status, json: JSON.stringify(value) })

/** Changes of several records in one call. */
export const bulkCalls: readonly RecordRoute<Deps>[] = [
  onCollection('PATCH', [], async ({ deps, actor, call }, declaration) =>
    toAnswer(await bulkPatch(deps, actor, declaration, call.body)),
  ),
  onCollection('DELETE', [], async ({ deps, actor, call }, declaration) =>
    toAnswer(await bulkDelete(deps, actor, declaration, call.body)),
  ),
]
