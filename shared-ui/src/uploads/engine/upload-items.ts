import { safeFileName } from '@portal/contract'
import { SpeedMeter } from './speed-meter.ts'
import { randomKey } from '../random-key.ts'
import type { UploadTarget } from './upload-calls.ts'
import { nameRefusal } from './upload-failures.ts'
import { nextFolderProgress, nextProgress, toShownProgress } from './upload-progress.ts'
import type { FolderEvent, FolderProgress, UploadEvent, UploadProgress } from './upload-progress.ts'
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
  progress: FolderProgress
  /** Settles when what is taken back of it is gone; a retry waits for that. */
  takenBack: Promise<void>
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
  progress: UploadProgress
  speed: SpeedMeter
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
    progress: { kind: 'waiting' },
    speed: new SpeedMeter(),
    cancel: new AbortController(),
  }
}

/** Applies an event to the state of a file. */
export function advance(item: Item, event: UploadEvent): void {
  item.progress = nextProgress(item.progress, event)
}

/** Applies an event to the state of a folder. */
export function advanceFolder(folder: Folder, event: FolderEvent): void {
  folder.progress = nextFolderProgress(folder.progress, event)
}

/** The state of a file as the panel shows it. */
export const stateOfItem = ({ progress, sheet }: Item): FileUpload['state'] =>
  toShownProgress(progress, sheet.size).state

/**
 * Marks a file whose name cannot be kept as failed, with the name it can have instead; a name that begins
 * with a dot is rejected (specification.md 5).
 */
export function checkName(item: Item): void {
  const { name } = item.sheet
  const refusal = nameRefusal(name)
  if (refusal === null) return
  const safeName = name.trim().startsWith('.') ? null : safeFileName(name)
  advance(item, { kind: 'name-rejected', message: refusal, safeName })
}

/** Gives a file the name it can be kept under. */
export function takeSafeName(item: Item): void {
  const { file, progress, name, sheet } = item
  if (file === null || progress.kind !== 'rejected' || progress.safeName === null) return
  const { safeName } = progress
  const renamed = new File([file], safeName, { type: file.type, lastModified: file.lastModified })
  const prefix = name.slice(0, name.length - sheet.name.length)
  Object.assign(item, { ...sourceOf(renamed), name: prefix + safeName })
  advance(item, { kind: 'renamed' })
}

export function newFolder(top: Place): Folder {
  return {
    id: randomKey(),
    top,
    items: [],
    progress: { kind: 'making' },
    takenBack: Promise.resolve(),
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
export const isInterrupted = ({ file, progress }: Item): boolean =>
  file === null && progress.kind !== 'uploaded'

export function isUploaded(folder: Folder): boolean {
  return folder.progress.kind === 'made' && folder.items.every(({ progress }) => progress.kind === 'uploaded')
}

function folderState(folder: Folder): FolderUpload {
  const sum = (of: (item: Item) => number) => folder.items.reduce((total, item) => total + of(item), 0)
  const isBusy =
    folder.progress.kind === 'making' || folder.items.some((item) => stateOfItem(item) === 'Uploading')
  return {
    id: folder.id,
    name: folder.top.name,
    size: sum(({ sheet }) => sheet.size),
    loaded: sum(({ progress, sheet }) => toShownProgress(progress, sheet.size).loaded),
    state: isBusy ? 'Uploading' : isUploaded(folder) ? 'Uploaded' : 'Failed',
    message: folder.progress.kind === 'making' ? null : folder.progress.message,
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
    const { id, name, folder, progress, sheet, speed } = item
    const shown = toShownProgress(progress, sheet.size)
    return {
      ...shown,
      id,
      folderId: folder?.id ?? null,
      name,
      size: sheet.size,
      speed: speed.now(),
      isInterrupted: isInterrupted(item),
      canRetry: shown.canRetry && item.file !== null,
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
