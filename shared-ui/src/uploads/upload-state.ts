import { atom } from 'jotai'

/** One file upload, as shown in the panel. Source: specification.md 4. */
export interface FileUpload {
  id: string
  /** The folder upload it belongs to; null for a single file. */
  folderId: string | null
  /** Its name; within a folder upload, the path relative to the folder: `plans/site.pdf`. */
  name: string
  size: number
  loaded: number
  state: 'Uploading' | 'Uploaded' | 'Failed'
  /**
   * The current step of `Uploading`: waiting for a free slot, sending bytes, pausing before a retry, or
   * verifying with the server that all bytes have arrived.
   */
  step: 'waiting' | 'sending' | 'pausing' | 'verifying'
  /** Bytes per second; null until measured. */
  speed: number | null
  /** Why it failed, with the specified text. */
  message: string | null
  /** False for an invalid name, which would fail again. */
  canRetry: boolean
  /** The safe name it can be uploaded under, if its name is invalid. */
  safeName: string | null
  /** True if the page was left during the upload. It resumes when the file is chosen again. */
  isInterrupted: boolean
}

/**
 * One folder upload with all its contents. It is Uploaded when loaded bytes equal total bytes
 * (specification.md 4).
 */
export interface FolderUpload {
  id: string
  name: string
  size: number
  loaded: number
  state: FileUpload['state']
  /** Why the folder itself could not be created; files have their own messages. */
  message: string | null
  fileCount: number
  isInterrupted: boolean
}

/**
 * A file of a folder that was not uploaded, with the reason: its name begins with a dot, it has no media
 * type, or the browser could not read it. Also a folder that was renamed because its name is invalid.
 */
export interface SkippedFile {
  path: string
  reason: 'dot' | 'type' | 'unreadable' | 'renamed'
  /** The new name of a renamed folder. */
  name?: string
}

export interface UploadsState {
  files: readonly FileUpload[]
  folders: readonly FolderUpload[]
  skipped: readonly SkippedFile[]
  /** Total bytes per second; null until measured. */
  speed: number | null
}

export const noUploads: UploadsState = { files: [], folders: [], skipped: [], speed: null }

/** All uploads of this page, of all remotes. Written only by the upload engine. */
export const uploadsAtom = atom<UploadsState>(noUploads)

/** True if the panel has anything to show. */
export const hasUploadsAtom = atom((get) => {
  const { files, folders, skipped } = get(uploadsAtom)
  return files.length + folders.length + skipped.length > 0
})
