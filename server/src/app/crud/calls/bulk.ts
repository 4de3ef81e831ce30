import { bulkDelete, bulkPatch } from '#domain/bulk/bulk-jobs.ts'
import type { BulkResponse } from '#domain/bulk/bulk-jobs.ts'
import { onCollection } from '#engine/routes/record-route.ts'
import type { Answer, RecordRoute } from '#engine/routes/record-route.ts'
import type { Deps } from '#app/deps.ts'

const toResponse = ({ status, value }: BulkResponse): Answer => ({ status, json: JSON.stringify(value) })

/** Changes of several records in one call. */
export const bulkCalls: readonly RecordRoute<Deps>[] = [
  onCollection('PATCH', [], async ({ deps, actor, call }, declaration) =>
    toResponse(await bulkPatch(deps, actor, declaration, call.body)),
  ),
  onCollection('DELETE', [], async ({ deps, actor, call }, declaration) =>
    toResponse(await bulkDelete(deps, actor, declaration, call.body)),
  ),
]
