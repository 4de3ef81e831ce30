import { startUpload, useShell } from '@portal/shared-ui'
import type { LocalFiles } from '@portal/shared-ui'
import { useQueryClient } from '@portal/shared-ui/query'
import { useStore } from '@portal/shared-ui/state'
import { t } from '../../texts.ts'
import { useRoom } from './room.ts'

/** Puts files and folders into the open folder; from then on the panel `Uploads` tells how it goes. */
export function useUpload(parentId: string): (files: LocalFiles) => void {
  const shell = useShell()
  const store = useStore()
  const queryClient = useQueryClient()
  const { root } = useRoom()
  return (files) => {
    startUpload(store, queryClient, { root, parentId }, files).catch(() => shell.toast({ title: t('uploadNotStarted'), colour: 'red' }))
  }
}
