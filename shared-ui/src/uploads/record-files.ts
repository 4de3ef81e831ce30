import { FileList, folderMimeType, recordRoot } from '@portal/contract'
import type { TableName } from '@portal/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { filesKey } from './folder-news.ts'

/** The whole files at the top of a record's own folder. */
export const recordFilesQuery = (table: TableName, pid: string) => {
  const root = recordRoot(table, pid)
  return queryOptions({
    queryKey: [filesKey, root] as const,
    queryFn: ({ signal }) => api.get('/api/aws/listFiles', FileList, { signal, params: { parentId: root } }),
    select: ({ records }: FileList) =>
      records.filter(({ mimeType, status }) => mimeType !== folderMimeType && status === 'done'),
  })
}
