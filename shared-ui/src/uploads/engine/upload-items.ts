import { safeFileName } from '@portal/contract'
import { SpeedMeter } from './speed-meter.ts'
import { randomKey } from '../random-key.ts'
import type { UploadTarget } from './upload-calls.ts'
import { nameRefusal } from './upload-failures.ts'
import type { FileUpload, FolderUpload, SkippedFile, UploadsState } from '../upload-state.ts'

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

/** What is known of a file without its bytes. */
export type FileMetadata = Pick<File, 'name' | 'size' | 'type' | 'lastModified'>

/** The bytes, and what is known of them; null after the page was left, until the file is chosen again. */
export interface Source {
  sheet: FileMetadata
  file: File | null
}

export const sourceOf = (file: File): Source => {
  const { name, size, type, lastModified } = file
  return { file, sheet: { name, size, type, lastModified } }
}

/** Is it the file that was meant, as far as one can tell without reading it? */
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
 * Marks a file whose name cannot be kept as failed, with the name it can have instead; a name that begins
 * with a dot is rejected (specification.md 5).
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

/** Gives a file the name it can be kept under. */
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

/**
 * Of a folder that was deleted nothing is made any more: all of it gets new keys, under which it is made
 * again.
 */
export function resetKeys(folder: Folder): void {
  const forget = (place: Place) => {
    place.pid = null
    place.key = randomKey()
    place.inner.forEach(forget)
  }
  forget(folder.top)
  for (const item of folder.items) [item.pid, item.key] = [null, randomKey()]
}

/** Where what lies in a place is put, once the place is made. */
export const targetIn = (place: Place): UploadTarget => ({
  root: place.target.root,
  parentId: place.pid ?? '',
})

/** Its bytes are gone with the page that was left: it goes on when it is chosen again. */
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

/** What the panel shows of all this; `meter` tells how fast all of it goes. */
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

/** Is this the file an interrupted upload waits for, in the folder `target` where one is given? */
export const isInterruptedFile = (item: Item, file: File, target?: UploadTarget): boolean =>
  item.folder === null &&
  isInterrupted(item) &&
  isSameFile(item.sheet, file) &&
  (target === undefined || item.target().parentId === target.parentId)

/** Is this the folder that interrupted uploads wait for, in the folder `target` where one is given? */
export const isInterruptedFolder = ({ top, items }: Folder, name: string, target?: UploadTarget): boolean =>
  top.name === safeFileName(name) &&
  items.some(isInterrupted) &&
  (target === undefined || top.target.parentId === target.parentId)
