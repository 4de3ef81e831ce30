import { FileList, folderMimeType } from '@portal/contract'
import type { FileRecord } from '@portal/contract'
import { api, filesKey } from '@portal/shared-ui'
import { keepPreviousData, queryOptions } from '@portal/shared-ui/query'

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

export function isFolder(record: FileRecord): boolean {
  return record.mimeType === folderMimeType
}

/**
 * Client by client where staff see what several handed in (a client sees one alone), folders first, then by name as people count:
 * "Sheet 2" before "Sheet 10".
 */
export function inFolderOrder(one: FileRecord, other: FileRecord): number {
  return (
    byName.compare(one.org?.title ?? '', other.org?.title ?? '') ||
    Number(isFolder(other)) - Number(isFolder(one)) ||
    byName.compare(one.name, other.name)
  )
}

/** Cache key of a folder: a root's name or a folder's pid. */
export const folderKey = (parentId: string) => [filesKey, parentId] as const

/** A folder's contents; `parentId` is a root's name or a folder's pid. The folder before stays until they are there. */
export const folderQuery = (parentId: string) =>
  queryOptions({
    queryKey: folderKey(parentId),
    queryFn: ({ signal }) => api.get('/api/aws/listFiles', FileList, { signal, params: { parentId } }),
    select: (list): FileList => ({ ...list, records: list.records.toSorted(inFolderOrder) }),
    placeholderData: keepPreviousData,
  })
