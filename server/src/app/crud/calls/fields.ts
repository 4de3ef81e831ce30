import { addField } from '#domain/configuration/add-field.ts'
import {
  listRemovedFields,
  removeField,
  restoreField,
  useOfField,
} from '#domain/configuration/remove-field.ts'
import { created, okValue, onCollection } from '#engine/routes/record-route.ts'
import type { RecordRoute } from '#engine/routes/record-route.ts'
import type { Deps } from '#app/deps.ts'

/** Fields that users add to collections and remove. */
export const fieldCalls: readonly RecordRoute<Deps>[] = [
  onCollection('POST', ['fields'], async ({ deps, actor, call }, declaration) =>
    created(await addField(deps, actor, declaration, call.body)),
  ),
  onCollection('GET', ['removed_fields'], async ({ deps, actor }, declaration) =>
    okValue(await listRemovedFields(deps, actor, declaration)),
  ),
  onCollection('GET', ['fields', '{field}', 'use'], async ({ deps, actor }, declaration, name) =>
    okValue(await useOfField(deps, actor, declaration, name)),
  ),
  onCollection('POST', ['fields', '{field}', 'restore'], async ({ deps, actor }, declaration, name) =>
    okValue(await restoreField(deps, actor, declaration, name)),
  ),
  onCollection('DELETE', ['fields', '{field}'], async ({ deps, actor }, declaration, name) => {
    await removeField(deps, actor, declaration, name)
    return okValue({})
  }),
]
