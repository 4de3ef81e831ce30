import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useStore } from 'jotai'
import { useEffect } from 'react'
import { lazyComponent } from '../feedback/lazy-part.tsx'
import { userAtom } from '../session/session.ts'
import { useShell } from '../portal/shell-api.ts'
import { hasStoredUploads } from './stored-uploads-key.ts'
import { t } from './texts.ts'
import { hasUploadsAtom } from './upload-state.ts'
import { uploadEngine } from './uploads.ts'

const UploadPanel = lazyComponent(() => import('./lazy/UploadPanel.tsx'))

/**
 * The region `Uploads`, rendered while there are uploads. The shell renders it once, so that it survives
 * navigation between remotes. It also shows uploads that were interrupted when the page was left.
 */
export function UploadRegion() {
  const store = useStore()
  const queryClient = useQueryClient()
  const shell = useShell()
  const person = useAtomValue(userAtom)?.pid
  useEffect(() => {
    if (person === undefined || !hasStoredUploads()) return
    // The engine restores interrupted uploads. If its code cannot be loaded, the next upload loads it.
    uploadEngine(store, queryClient).catch(() =>
      shell.toast({ title: t('brokenOffNotShown'), colour: 'red' }),
    )
  }, [person, store, queryClient, shell])
  return useAtomValue(hasUploadsAtom) ? <UploadPanel /> : null
}
