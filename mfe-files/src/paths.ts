import type { SharedRoot } from '@portal/contract'

/** The page of each shared root. */
export const pageOfRoot: Readonly<Record<SharedRoot, string>> = {
  uploads: '/upload_documents',
  team: '/folders/team',
  restricted: '/folders/restricted',
}

/** Query parameter that shows the deleted files of a folder or a record. */
export const deletedParameter = 'deletedFiles'
/** Query parameters of the sort order, the search text and its scope. */
export const sortParameter = 'sortFiles'
export const findParameter = 'findFiles'
export const everywhereParameter = 'everywhere'
/** Query parameter that lists all files of a permit instead of its folders. */
export const allParameter = 'allFiles'

/** The address of a folder of a root (null is the top), and of a file previewed in it. */
export function folderPath(root: SharedRoot, folder: string | null, file: string | null = null): string {
  const search = new URLSearchParams()
  if (folder !== null) search.set('folder', folder)
  if (file !== null) search.set('file', file)
  return search.size === 0 ? pageOfRoot[root] : `${pageOfRoot[root]}?${search.toString()}`
}
