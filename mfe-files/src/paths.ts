import type { SharedRoot } from '@portal/contract'

/** Page of each shared root. */
export const pageOfRoot: Readonly<Record<SharedRoot, string>> = {
  uploads: '/upload_documents',
  team: '/folders/team',
  restricted: '/folders/restricted',
}

/** Says in an address that the deleted files are shown, of a folder or a record. */
export const deletedParameter = 'deletedFiles'
/** The order of files in an address, and what is looked for among them, here or everywhere. */
export const sortParameter = 'sortFiles'
export const findParameter = 'findFiles'
export const everywhereParameter = 'everywhere'
/** Shows all files of a permit in one list in place of its folders. */
export const allParameter = 'allFiles'

/** Address of a folder of a root (null is the top), and of a file shown over it. */
export function folderPath(root: SharedRoot, folder: string | null, file: string | null = null): string {
  const search = new URLSearchParams()
  if (folder !== null) search.set('folder', folder)
  if (file !== null) search.set('file', file)
  return search.size === 0 ? pageOfRoot[root] : `${pageOfRoot[root]}?${search.toString()}`
}
