import { useAtomValue } from 'jotai'
import { lazyPart } from '../feedback/lazy-part.tsx'
import { hasUploadsAtom } from './upload-state.ts'

const UploadPanel = lazyPart(() => import('./lazy/UploadPanel.tsx'))

/** The region `Uploads`, while there is something in it. The shell places it once, so that it outlives the remotes. */
export function UploadRegion() {
  return useAtomValue(hasUploadsAtom) ? <UploadPanel /> : null
}
