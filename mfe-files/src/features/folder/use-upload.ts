import { useUpload } from '@portal/shared-ui'
import type { LocalFiles } from '@portal/shared-ui'
import { useFileBrowser } from './file-browser-context.ts'

/** Uploads files and folders into a folder of the open file browser. */
export function useRoomUpload(parentId: string): (files: LocalFiles) => void {
  const { root } = useFileBrowser()
  return useUpload({ root, parentId })
}
