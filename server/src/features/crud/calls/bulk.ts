import { addField } from '#configuration/add-field.ts'
import { onCollection } from './inner-call.ts'
import type { InnerCall } from './inner-call.ts'

/** Many records at once, and fields that users add. */
export const bulkCalls: readonly InnerCall[] = [
  onCollection('POST', ['fields'], async ({ deps, actor, call }, declaration) => ({
    status: 201,
    json: JSON.stringify(await addField(deps, actor, declaration, call.body)),
  })),
]
