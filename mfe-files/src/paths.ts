import type { SharedRoot } from '@portal/contract'

/** Page of each shared root. */
export const pageOfRoot: Readonly<Record<SharedRoot, string>> = {
  uploads: '/upload_documents',
  team: '/folders/team',
  restricted: '/folders/restricted',
}

/** Says in an address that the deleted files are shown, of a folder or a record. */
export const deletedParameter = 'deletedFiles'

/** Address of a folder of a root (null is the top), of a file shown over it, and of what was deleted there. */
export function folderPath(root: SharedRoot, folder: string | null, file: string | null = null, isDeleted = false): string {
  const search = new URLSearchParams()
  if (folder !== null) search.set('folder', folder)
  if (file !== null) search.set('file', file)
  if (isDeleted) search.set(deletedParameter, 'true')
  return search.size === 0 ? pageOfRoot[root] : `${pageOfRoot[root]}?${search.toString()}`
}
