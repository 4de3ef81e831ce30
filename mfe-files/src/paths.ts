import type { SharedRoot } from '@portal/contract'

/** Page of each shared root. */
export const pageOfRoot: Readonly<Record<SharedRoot, string>> = {
  uploads: '/upload_documents',
  team: '/folders/team',
  restricted: '/folders/restricted',
}

/** Address of a folder of a root (null is the top), and of a file shown over it. */
export function folderPath(root: SharedRoot, folder: string | null, file: string | null = null): string {
  const search = new URLSearchParams()
  if (folder !== null) search.set('folder', folder)
  if (file !== null) search.set('file', file)
  return search.size === 0 ? pageOfRoot[root] : `${pageOfRoot[root]}?${search.toString()}`
}
