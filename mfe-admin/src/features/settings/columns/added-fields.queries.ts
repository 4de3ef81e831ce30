import { ColumnConfig, FieldUse, RemovedFields } from '@portal/contract'
import type { CollectionName } from '@portal/contract'
import { crud, loadConfiguration, nothing, useChange } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'
import { useStore } from '@portal/shared-ui/state'
import { t } from './texts.ts'

const removedKey = ['removed-fields'] as const

/** The removed fields of a collection, latest first. */
export const removedFieldsQuery = (collection: CollectionName) =>
  queryOptions({
    queryKey: [...removedKey, collection] as const,
    queryFn: ({ signal }) =>
      crud({ apiPath: `/${collection}/removed_fields`, method: 'GET' }, RemovedFields, { signal }),
  })

/** What uses a field; counted again each time. */
export const fieldUseQuery = (collection: CollectionName, field: string) =>
  queryOptions({
    queryKey: ['field-use', collection, field] as const,
    queryFn: ({ signal }) =>
      crud({ apiPath: `/${collection}/fields/${field}/use`, method: 'GET' }, FieldUse, { signal }),
    gcTime: 0,
  })

/** Removes an added field of a collection by name. */
export function useRemoval(collection: CollectionName, onDone: () => void) {
  const store = useStore()
  const remove = async (field: string) => {
    await crud({ apiPath: `/${collection}/fields/${field}`, method: 'DELETE' }, nothing)
    await loadConfiguration(store)
  }
  return useChange(remove, { stale: [removedKey], failed: t('removeFailed') }, { done: t('removed'), onDone })
}

/** Restores a removed field of a collection by name. */
export function useRestoration(collection: CollectionName) {
  const store = useStore()
  const restore = async (field: string) => {
    await crud({ apiPath: `/${collection}/fields/${field}/restore`, method: 'POST', body: {} }, ColumnConfig)
    await loadConfiguration(store)
  }
  return useChange(restore, { stale: [removedKey], failed: t('restoreFailed') }, { done: t('restored') })
}
