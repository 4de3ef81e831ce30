import { addField } from '#configuration/add-field.ts'
import { bulkDelete, bulkPatch } from '#jobs/bulk-jobs.ts'
import type { BulkAnswer } from '#jobs/bulk-jobs.ts'
import { onCollection } from './inner-call.ts'
import type { Answer, InnerCall } from './inner-call.ts'

const toAnswer = ({ status, value }: BulkAnswer): Answer => ({ status, json: JSON.stringify(value) })

/** Many records at once, and fields that users add. */
export const bulkCalls: readonly InnerCall[] = [
  onCollection('PATCH', [], async ({ deps, actor, call }, declaration) => toAnswer(await bulkPatch(deps, actor, declaration, call.body))),
  onCollection('DELETE', [], async ({ deps, actor, call }, declaration) => toAnswer(await bulkDelete(deps, actor, declaration, call.body))),
  onCollection('POST', ['fields'], async ({ deps, actor, call }, declaration) => ({
    status: 201,
    json: JSON.stringify(await addField(deps, actor, declaration, call.body)),
  })),
]
