import { safeFileName } from '@portal/contract'
import { SpeedMeter } from './speed-meter.ts'
import { randomKey } from './random-key.ts'
import type { UploadTarget } from './upload-calls.ts'
import { nameRefusal } from './upload-failures.ts'
import type { FileUpload, FolderUpload, SkippedFile, UploadsState } from './upload-state.ts'

/** A folder of a folder upload; `pid` is null until it is created. */
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
  /** `making` while its folders are created, then `made`, or `none` after a failure. */
  tree: 'making' | 'made' | 'none'
  /** Settles when the cleanup of a failed attempt has ended; a retry waits for it. */
  takenBack: Promise<void>
  message: string | null
  cancel: AbortController
}

/** A file's metadata. */
export type FileMetadata = Pick<File, 'name' | 'size' | 'type' | 'lastModified'>

/** A file and its metadata. The file is null after the page was left, until it is chosen again. */
export interface Source {
  sheet: FileMetadata
  file: File | null
}

export const sourceOf = (file: File): Source => {
  const { name, size, type, lastModified } = file
  return { file, sheet: { name, size, type, lastModified } }
}

/** True if the metadata of both files is equal. The contents are not compared. */
export const isSameFile = (one: FileMetadata, other: FileMetadata): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

export interface Item extends Source {
  id: string
  key: string
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
  safeName: string | null
  cancel: AbortController
}

export function newItem(
  source: Source,
  name: string,
  folder: Folder | null,
  target: () => UploadTarget,
): Item {
  return {
    id: randomKey(),
    key: randomKey(),
    ...source,
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
    safeName: null,
    cancel: new AbortController(),
  }
}

/**
 * Marks a file with an invalid name as failed and sets its safe name. A name that begins with a dot is
 * rejected (specification.md 5).
 */
export function checkName(item: Item): void {
  const { name } = item.sheet
  const refusal = nameRefusal(name)
  if (refusal === null) return
  Object.assign(item, {
    state: 'Failed',
    message: refusal,
    canRetry: false,
    safeName: name.trim().startsWith('.') ? null : safeFileName(name),
  })
}

/** Renames a file to its safe name. */
export function takeSafeName(item: Item): void {
  const { file, safeName, name, sheet } = item
  if (file === null || safeName === null) return
  const renamed = new File([file], safeName, { type: file.type, lastModified: file.lastModified })
  const way = name.slice(0, name.length - sheet.name.length)
  Object.assign(item, { ...sourceOf(renamed), name: way + safeName, safeName: null, canRetry: true })
}

export function newFolder(top: Place): Folder {
  return {
    id: randomKey(),
    top,
    items: [],
    tree: 'making',
    takenBack: Promise.resolve(),
    message: null,
    cancel: new AbortController(),
  }
}

export function newPlace(name: string, target: UploadTarget): Place {
  return { name, key: randomKey(), target, pid: null, inner: [] }
}

/** Gives a deleted folder and its contents new keys, so that a retry creates them again. */
export function resetKeys(folder: Folder): void {
  const forget = (place: Place) => {
    place.pid = null
    place.key = randomKey()
    place.inner.forEach(forget)
  }
  forget(folder.top)
  for (const item of folder.items) [item.pid, item.key] = [null, randomKey()]
}

/** The upload target of the contents of a folder; valid once the folder is created. */
export const targetIn = (place: Place): UploadTarget => ({
  root: place.target.root,
  parentId: place.pid ?? '',
})

/** True if the bytes were lost when the page was left. The upload resumes when the file is chosen again. */
export const isInterrupted = ({ file, state }: Item): boolean => file === null && state !== 'Uploaded'

export function isUploaded(folder: Folder): boolean {
  return folder.tree === 'made' && folder.items.every((item) => item.state === 'Uploaded')
}

function folderState(folder: Folder): FolderUpload {
  const sum = (of: (item: Item) => number) => folder.items.reduce((total, item) => total + of(item), 0)
  const isBusy = folder.tree === 'making' || folder.items.some((item) => item.state === 'Uploading')
  return {
    id: folder.id,
    name: folder.top.name,
    size: sum(({ sheet }) => sheet.size),
    loaded: sum(({ loaded }) => loaded),
    state: isBusy ? 'Uploading' : isUploaded(folder) ? 'Uploaded' : 'Failed',
    message: folder.message,
    fileCount: folder.items.length,
    isInterrupted: folder.items.some(isInterrupted),
  }
}

/** The state for the panel; `meter` measures the total speed. */
export function stateOf(
  items: readonly Item[],
  folders: readonly Folder[],
  skipped: readonly SkippedFile[],
  meter: SpeedMeter,
): UploadsState {
  const files = items.map((item): FileUpload => {
    const { id, name, loaded, state, step, message, canRetry, safeName, sheet } = item
    const shared = {
      id,
      folderId: item.folder?.id ?? null,
      name,
      size: sheet.size,
      loaded,
      state,
      step,
      speed: item.speed.now(),
      message,
    }
    return {
      ...shared,
      isInterrupted: isInterrupted(item),
      canRetry: canRetry && item.file !== null,
      safeName,
    }
  })
  meter.note(files.reduce((sum, { loaded }) => sum + loaded, 0))
  return { files, folders: folders.map(folderState), skipped, speed: meter.now() }
}

/** True if an interrupted upload waits for this file; with `target`, only in that folder. */
export const isInterruptedFile = (item: Item, file: File, target?: UploadTarget): boolean =>
  item.folder === null &&
  isInterrupted(item) &&
  isSameFile(item.sheet, file) &&
  (target === undefined || item.target().parentId === target.parentId)

/** True if interrupted uploads wait for this folder; with `target`, only in that folder. */
export const isInterruptedFolder = ({ top, items }: Folder, name: string, target?: UploadTarget): boolean =>
  top.name === safeFileName(name) &&
  items.some(isInterrupted) &&
  (target === undefined || top.target.parentId === target.parentId)
