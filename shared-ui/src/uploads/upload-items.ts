import { SpeedMeter } from './speed-meter.ts'
import { randomKey } from './random-key.ts'
import type { UploadTarget } from './upload-calls.ts'
import type { FileUpload, FolderUpload, SkippedFile, UploadsState } from './upload-state.ts'

/** A folder of a folder upload; `pid` is null until it is made. */
export interface Place {
  name: string
  key: string
  target: UploadTarget
  pid: string | null
  inner: Place[]
}

export interface Folder {
  id: string
  top: Place
  items: Item[]
  /** `making` its folders, `made`, or `none` after it failed. */
  tree: 'making' | 'made' | 'none'
  /** Settles when what is taken back of it is gone; a retry waits for that. */
  takenBack: Promise<void>
  message: string | null
  cancel: AbortController
}

export interface Item {
  id: string
  key: string
  file: File
  name: string
  folder: Folder | null
  target: () => UploadTarget
  pid: string | null
  state: FileUpload['state']
  step: FileUpload['step']
  loaded: number
  speed: SpeedMeter
  message: string | null
  canRetry: boolean
  cancel: AbortController
}

export function newItem(file: File, name: string, folder: Folder | null, target: () => UploadTarget): Item {
  return {
    id: randomKey(),
    key: randomKey(),
    file,
    name,
    folder,
    target,
    pid: null,
    state: 'Uploading',
    step: 'waiting',
    loaded: 0,
    speed: new SpeedMeter(),
    message: null,
    canRetry: true,
    cancel: new AbortController(),
  }
}

export function newPlace(name: string, target: UploadTarget): Place {
  return { name, key: randomKey(), target, pid: null, inner: [] }
}

/** Where what lies in a place is put, once the place is made. */
export const targetIn = (place: Place): UploadTarget => ({ root: place.target.root, parentId: place.pid ?? '' })

export function isUploaded(folder: Folder): boolean {
  return folder.tree === 'made' && folder.items.every((item) => item.state === 'Uploaded')
}

function folderState(folder: Folder): FolderUpload {
  const sum = (of: (item: Item) => number) => folder.items.reduce((total, item) => total + of(item), 0)
  const isBusy = folder.tree === 'making' || folder.items.some((item) => item.state === 'Uploading')
  return {
    id: folder.id,
    name: folder.top.name,
    size: sum(({ file }) => file.size),
    loaded: sum(({ loaded }) => loaded),
    state: isBusy ? 'Uploading' : isUploaded(folder) ? 'Uploaded' : 'Failed',
    message: folder.message,
    fileCount: folder.items.length,
  }
}

/** What the panel shows of all this; `meter` tells how fast all of it goes. */
export function stateOf(items: readonly Item[], folders: readonly Folder[], skipped: readonly SkippedFile[], meter: SpeedMeter): UploadsState {
  const files = items.map((item): FileUpload => {
    const { id, name, loaded, state, step, message, canRetry } = item
    return { id, folderId: item.folder?.id ?? null, name, size: item.file.size, loaded, state, step, speed: item.speed.now(), message, canRetry }
  })
  meter.note(files.reduce((sum, { loaded }) => sum + loaded, 0))
  return { files, folders: folders.map(folderState), skipped, speed: meter.now() }
}
