import { FileList, folderMimeType } from '@portal/contract'
import type { FileRecord } from '@portal/contract'
import { api, filesKey } from '@portal/shared-ui'
import { keepPreviousData, queryOptions } from '@portal/shared-ui/query'

const alphabet = new Intl.Collator('en')
const longestNumber = 16
const sortKeys = new WeakMap<FileRecord, string>()

/** A name by which names are sorted as people count. Made once a record: ten thousand names are compared a hundred thousand times. */
function sortKey(record: FileRecord): string {
  const known = sortKeys.get(record)
  if (known !== undefined) return known
  const key = record.name.toLowerCase().replaceAll(/\d+/gu, (digits) => digits.padStart(longestNumber, '0'))
  sortKeys.set(record, key)
  return key
}

export function isFolder(record: FileRecord): boolean {
  return record.mimeType === folderMimeType
}

/**
 * Client by client where staff see what several handed in (a client sees one alone), folders first, then by name as people count:
 * "Sheet 2" before "Sheet 10".
 */
export function inFolderOrder(one: FileRecord, other: FileRecord): number {
  return (
    (one.org?.pid === other.org?.pid ? 0 : alphabet.compare(one.org?.title ?? '', other.org?.title ?? '')) ||
    Number(isFolder(other)) - Number(isFolder(one)) ||
    alphabet.compare(sortKey(one), sortKey(other))
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
