import { useUpload } from '@portal/shared-ui'
import type { LocalFiles } from '@portal/shared-ui'
import { useRoom } from './room.ts'

/** Puts files and folders into a folder of the room that is open. */
export function useRoomUpload(parentId: string): (files: LocalFiles) => void {
  const { root } = useRoom()
  return useUpload({ root, parentId })
}
