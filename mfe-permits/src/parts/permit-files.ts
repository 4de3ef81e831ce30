import { FileList, folderMimeType, recordRoot } from '@portal/contract'
import { api, filesKey } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

/** The files at the top of a permit's own folder. */
export const permitFilesQuery = (permit: string) => {
  const root = recordRoot('permits', permit)
  return queryOptions({
    queryKey: [filesKey, root] as const,
    queryFn: ({ signal }) => api.get('/api/aws/listFiles', FileList, { signal, params: { parentId: root } }),
    select: ({ records }: FileList) => records.filter(({ mimeType, status }) => mimeType !== folderMimeType && status === 'done'),
  })
}
