import { FileVisibility, safeFileName } from '@portal/contract'
import { z } from 'zod'
import { mayStoreText } from '../../portal/personal-storage.ts'
import { TargetDocument } from './upload-calls.ts'
import { storedUploadsKey } from './stored-uploads-key.ts'
import { isUploaded, newFolder, newItem, targetIn } from './upload-items.ts'
import type { Folder, Item, Place } from './upload-items.ts'
import type { UploadProgress } from './upload-progress.ts'
import { t } from '../texts.ts'

const Target = z.object({
  root: z.string(),
  parentId: z.string(),
  visibility: FileVisibility.optional(),
  document: TargetDocument.optional(),
})
const FileMetadata = z.object({
  name: z.string(),
  size: z.number(),
  type: z.string(),
  lastModified: z.number(),
})
/** `name` is as the panel shows it: within a folder upload the way below the folder. */
const StoredUpload = z.object({
  name: z.string(),
  sheet: FileMetadata,
  key: z.string(),
  pid: z.string().nullable(),
  isUploaded: z.boolean(),
})
const KeptPlace = z.object({
  name: z.string(),
  key: z.string(),
  pid: z.string().nullable(),
  target: Target,
  get inner() {
    return z.array(KeptPlace)
  },
})
const Kept = z.object({
  person: z.string(),
  files: z.array(StoredUpload.extend({ target: Target })),
  folders: z.array(z.object({ top: KeptPlace, files: z.array(StoredUpload) })),
})

/** What was under way when the page was left: everything but the bytes, which a page cannot keep. */
export interface StoredUploads {
  items: Item[]
  folders: Folder[]
}

const toKept = ({ name, sheet, key, pid, progress }: Item) => ({
  name,
  sheet,
  key,
  pid,
  isUploaded: progress.kind === 'uploaded',
})

const isResumable = ({ progress }: Item) => progress.kind !== 'uploaded' && progress.kind !== 'rejected'

/** Writes down what is not finished, for the same person in the same tab. Called when the page is left. */
export function storeUploads(person: string, { items, folders }: StoredUploads): void {
  const files = items.filter((item) => item.folder === null && isResumable(item))
  const open = folders.filter((folder) => !isUploaded(folder))
  try {
    if (files.length + open.length === 0 || !mayStoreText()) {
      sessionStorage.removeItem(storedUploadsKey)
      return
    }
    const kept: z.infer<typeof Kept> = {
      person,
      files: files.map((item) => ({ ...toKept(item), target: item.target() })),
      folders: open.map((folder) => ({ top: folder.top, files: folder.items.map(toKept) })),
    }
    sessionStorage.setItem(storedUploadsKey, JSON.stringify(kept))
  } catch {
    // The storage is closed or full: nobody is told what was broken off; the server never lists it and sweeps
    // it.
  }
}

function read(): unknown {
  try {
    const text = sessionStorage.getItem(storedUploadsKey)
    sessionStorage.removeItem(storedUploadsKey)
    return text === null ? null : JSON.parse(text)
  } catch {
    // The storage is closed, or what is there was not written by us: there is nothing to bring back.
    return null
  }
}

function revived(
  { name, sheet, key, pid, isUploaded: isThere }: z.infer<typeof StoredUpload>,
  folder: Folder | null,
  target: Item['target'],
): Item {
  const item = newItem({ sheet, file: null }, name, folder, target)
  const progress: UploadProgress = isThere
    ? { kind: 'uploaded' }
    : { kind: 'failed', message: t('brokenOff') }
  return { ...item, key, pid, progress }
}

/** The place in which a file of a folder upload lies, by its way. */
function placeOf(top: Place, name: string): Place {
  const folderNames = name.split('/').slice(0, -1)
  return folderNames.reduce(
    (place, step) =>
      place.inner.find((each) => each.name === step || each.name === safeFileName(step)) ?? place,
    top,
  )
}

const isMade = (place: Place): boolean => place.pid !== null && place.inner.every(isMade)

/**
 * What this person left under way in this tab; it is given out once. Bytes come when the files are chosen
 * again.
 */
export function takeStoredUploads(person: string): StoredUploads | null {
  const kept = Kept.safeParse(read())
  if (!kept.success || kept.data.person !== person) return null
  const folders = kept.data.folders.map(({ top, files }) => {
    const message = files.every((file) => file.isUploaded) ? t('folderFailed') : t('folderBrokenOff')
    const folder = newFolder(top)
    folder.progress = { kind: isMade(top) ? 'made' : 'failed', message }
    folder.items = files.map((file) => revived(file, folder, () => targetIn(placeOf(top, file.name))))
    return folder
  })
  const alone = kept.data.files.map((file) => revived(file, null, () => file.target))
  return { folders, items: [...alone, ...folders.flatMap(({ items }) => items)] }
}
