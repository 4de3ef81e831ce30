import { atom } from 'jotai'

/** One file on its way, as the panel shows it. Source: specification.md 4. */
export interface FileUpload {
  id: string
  /** The folder upload it belongs to; null for a file that goes alone. */
  folderId: string | null
  /** Its name; within a folder upload the way below the folder: `plans/site.pdf`. */
  name: string
  size: number
  loaded: number
  state: 'Uploading' | 'Uploaded' | 'Failed'
  /**
   * What `Uploading` is at: waiting for one of the free places, moving bytes, pausing before they are sent
   * again, or asking the server whether all of them are there.
   */
  step: 'waiting' | 'sending' | 'pausing' | 'verifying'
  /** Bytes a second; null until it can be told. */
  speed: number | null
  /** Why it failed, in the specified words. */
  message: string | null
  /** A name that cannot be kept will not be kept next time either. */
  canRetry: boolean
  /** The name it can be uploaded under, where its own cannot be kept. */
  safeName: string | null
  /** The page was left while it was under way: it goes on when it is chosen again. */
  isInterrupted: boolean
}

/**
 * One folder on its way with all that is in it. It is Uploaded when loaded bytes equal total bytes
 * (specification.md 4).
 */
export interface FolderUpload {
  id: string
  name: string
  size: number
  loaded: number
  state: FileUpload['state']
  /** Why the folder itself could not be made; files tell their own reasons. */
  message: string | null
  fileCount: number
  isInterrupted: boolean
}

/**
 * A file of a folder that was not sent, and why: its name begins with a dot, it has no media type, or the
 * browser could not read it. A folder whose name cannot be kept is sent under another one.
 */
export interface SkippedFile {
  path: string
  reason: 'dot' | 'type' | 'unreadable' | 'renamed'
  /** The name it has now. */
  name?: string
}

export interface UploadsState {
  files: readonly FileUpload[]
  folders: readonly FolderUpload[]
  skipped: readonly SkippedFile[]
  /** Bytes a second of all together; null until it can be told. */
  speed: number | null
}

export const noUploads: UploadsState = { files: [], folders: [], skipped: [], speed: null }

/**
 * All that is being uploaded in this page, whichever remote it was begun in. Written by the upload engine
 * alone.
 */
export const uploadsAtom = atom<UploadsState>(noUploads)

/** Is there anything the panel has to show? */
export const hasUploadsAtom = atom((get) => {
  const { files, folders, skipped } = get(uploadsAtom)
  return files.length + folders.length + skipped.length > 0
})
