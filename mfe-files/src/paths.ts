import type { SharedRoot } from '@portal/contract'

/** Page of each shared root. */
export const pageOfRoot: Readonly<Record<SharedRoot, string>> = {
  uploads: '/upload_documents',
  team: '/folders/team',
  restricted: '/folders/restricted',
}

/** Address of a folder of a root; null is the top. */
export function folderPath(root: SharedRoot, folder: string | null): string {
  return folder === null ? pageOfRoot[root] : `${pageOfRoot[root]}?folder=${encodeURIComponent(folder)}`
}
