import { useQueryClient } from '@tanstack/react-query'
import { useStore } from 'jotai'
import { useShell } from '../portal/shell-api.ts'
import type { LocalFiles } from './folder-tree.ts'
import { t } from './texts.ts'
import type { UploadTarget } from './engine/upload-calls.ts'
import { startUpload } from './uploads.ts'

/** Puts files and folders into a folder; from then on the panel `Uploads` tells how it goes. */
export function useUpload(target: UploadTarget): (files: LocalFiles) => void {
  const shell = useShell()
  const store = useStore()
  const queryClient = useQueryClient()
  return (files) => {
    startUpload(store, queryClient, target, files).catch(() =>
      shell.toast({ title: t('failed'), colour: 'red' }),
    )
  }
}
