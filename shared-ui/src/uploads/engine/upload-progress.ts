import { uploadLimits } from '@portal/contract'
import type { FileUpload } from '../upload-state.ts'

/**
 * The state of one file of an upload.
 * - `pausing`: waits before its bytes are sent again
 * - `verifying`: the server checks that all bytes are there
 * - `rejected`: its name cannot be used; `safeName` is the name that can, if there is one
 */
export type UploadProgress =
  | { kind: 'waiting' }
  | { kind: 'sending'; loaded: number }
  | { kind: 'pausing' }
  | { kind: 'verifying' }
  | { kind: 'uploaded' }
  | { kind: 'failed'; message: string }
  | { kind: 'rejected'; message: string; safeName: string | null }

export type UploadEvent =
  /** An attempt begins: the address is signed, then the bytes are sent. */
  | { kind: 'attempted' }
  | { kind: 'progressed'; loaded: number }
  | { kind: 'paused' }
  | { kind: 'sent' }
  | { kind: 'verified' }
  | { kind: 'failed'; message: string }
  | { kind: 'name-rejected'; message: string; safeName: string | null }
  /** The file has a name that can be used. */
  | { kind: 'renamed' }
  | { kind: 'retried' }

/**
 * The state after an event. An event that does not apply to the state, such as the late progress of a failed
 * file, changes nothing.
 */
export function nextProgress(progress: UploadProgress, event: UploadEvent): UploadProgress {
  switch (event.kind) {
    case 'attempted':
      return progress.kind === 'waiting' || progress.kind === 'pausing'
        ? { kind: 'sending', loaded: 0 }
        : progress
    case 'progressed':
      return progress.kind === 'sending' ? { kind: 'sending', loaded: event.loaded } : progress
    case 'paused':
      return progress.kind === 'sending' ? { kind: 'pausing' } : progress
    case 'sent':
      return progress.kind === 'sending' ? { kind: 'verifying' } : progress
    case 'verified':
      return progress.kind === 'verifying' ? { kind: 'uploaded' } : progress
    case 'failed':
      // A file with an unusable name stays one when its folder fails.
      return progress.kind === 'rejected'
        ? { ...progress, message: event.message }
        : { kind: 'failed', message: event.message }
    case 'name-rejected':
      return progress.kind === 'waiting'
        ? { kind: 'rejected', message: event.message, safeName: event.safeName }
        : progress
    case 'renamed':
      return progress.kind === 'rejected' ? { kind: 'failed', message: progress.message } : progress
    case 'retried':
      return progress.kind === 'failed' ? { kind: 'waiting' } : progress
  }
}

/** The state of the folders of a folder upload. A restored one has a `message` although its folders exist. */
export type FolderProgress =
  { kind: 'making' } | { kind: 'made'; message: string | null } | { kind: 'failed'; message: string | null }

export type FolderEvent =
  | { kind: 'started' }
  | { kind: 'made' }
  | { kind: 'failed'; message: string }
  /** Every file failed, so the upload failed as a whole. */
  | { kind: 'files-failed' }
  /** Its files were selected again. */
  | { kind: 'resumed' }

export function nextFolderProgress(progress: FolderProgress, event: FolderEvent): FolderProgress {
  switch (event.kind) {
    case 'started':
      return progress.kind === 'made' ? progress : { kind: 'making' }
    case 'made':
      return progress.kind === 'making' ? { kind: 'made', message: null } : progress
    case 'failed':
      return progress.kind === 'making' ? { kind: 'failed', message: event.message } : progress
    case 'files-failed':
      return progress.kind === 'made' ? { kind: 'failed', message: progress.message } : progress
    case 'resumed':
      return progress.kind === 'making' ? progress : { ...progress, message: null }
  }
}

type ShownProgress = Pick<FileUpload, 'state' | 'step' | 'loaded' | 'message' | 'canRetry' | 'safeName'>

const uploading = { state: 'Uploading', message: null, canRetry: true, safeName: null } as const

/** The state of a file of `size` bytes as the panel shows it. `step` matters only while it is uploading. */
export function toShownProgress(progress: UploadProgress, size: number): ShownProgress {
  switch (progress.kind) {
    case 'waiting':
    case 'pausing':
      return { ...uploading, step: progress.kind, loaded: 0 }
    case 'sending':
      return { ...uploading, step: 'sending', loaded: progress.loaded }
    case 'verifying':
      return { ...uploading, step: 'verifying', loaded: size }
    case 'uploaded':
      return { ...uploading, state: 'Uploaded', step: 'verifying', loaded: size }
    case 'failed':
      return { ...uploading, state: 'Failed', step: 'waiting', loaded: 0, message: progress.message }
    case 'rejected': {
      const { message, safeName } = progress
      return { state: 'Failed', step: 'waiting', loaded: 0, message, canRetry: false, safeName }
    }
  }
}

/**
 * What may start while `underWay` uploads run: how many of the `returning` ones, whose pause before a retry is
 * over, and then how many that were never tried.
 */
export function freeSlots(underWay: number, returning: number): { returning: number; fresh: number } {
  const free = Math.max(0, uploadLimits.atOnce - underWay)
  const first = Math.min(free, returning)
  return { returning: first, fresh: free - first }
}
