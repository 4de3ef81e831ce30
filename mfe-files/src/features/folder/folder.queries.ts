import { FileList, folderMimeType } from '@portal/contract'
import type { FileRecord } from '@portal/contract'
import { api, filesKey } from '@portal/shared-ui'
import { keepPreviousData, queryOptions } from '@portal/shared-ui/query'

export function isFolder(record: FileRecord): boolean {
  return record.mimeType === folderMimeType
}

/** Cache key of a folder: a root's name or a folder's pid. */
export const folderKey = (parentId: string) => [filesKey, parentId] as const

/**
 * The content of a folder; `parentId` is a root's name or a folder's pid. The previous folder's content is
 * shown until it has loaded.
 */
export const folderQuery = (parentId: string) =>
  queryOptions({
    queryKey: folderKey(parentId),
    queryFn: ({ signal }) => api.get('/api/aws/listFiles', FileList, { signal, params: { parentId } }),
    placeholderData: keepPreviousData,
  })
