import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useStore } from 'jotai'
import { useEffect } from 'react'
import { userAtom } from '../../session/session.ts'
import { useShell } from '../../portal/shell-api.ts'
import { hasStoredUploads } from '../engine/stored-uploads-key.ts'
import { t } from '../../feedback/texts.ts'
import { hasUploadsAtom } from '../upload-state.ts'
import { uploadEngine } from '../uploads.ts'
import { UploadPanel } from './UploadPanel.lazy.ts'

/**
 * The region `Uploads`, while there is something in it. The shell places it once, so that it outlives the
 * remotes. What was broken off when the page was left is in it too.
 */
export function UploadRegion() {
  const store = useStore()
  const queryClient = useQueryClient()
  const shell = useShell()
  const person = useAtomValue(userAtom)?.pid
  useEffect(() => {
    if (person === undefined || !hasStoredUploads()) return
    // The engine brings back what was kept; where its code does not come, the next upload does.
    uploadEngine(store, queryClient).catch(() =>
      shell.toast({ title: t('brokenOffNotShown'), colour: 'red' }),
    )
  }, [person, store, queryClient, shell])
  return useAtomValue(hasUploadsAtom) ? <UploadPanel /> : null
}
