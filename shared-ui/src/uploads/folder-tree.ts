import type { SkippedFile } from './upload-state.ts'

/** A folder on the user's disk. */
export interface LocalFolder {
  name: string
  folders: LocalFolder[]
  files: File[]
}

/** Picked or dropped files: single files and whole folders. */
export interface LocalFiles {
  files: File[]
  folders: LocalFolder[]
  skipped: SkippedFile[]
}

export const noFiles: LocalFiles = { files: [], folders: [], skipped: [] }

const emptyFolder = (name: string): LocalFolder => ({ name, folders: [], files: [] })

/** The folder at a path below `top`; missing folders are created. */
function folderAt(top: LocalFolder, way: readonly string[]): LocalFolder {
  return way.reduce((folder, name) => {
    const known = folder.folders.find((each) => each.name === name)
    if (known !== undefined) return known
    const made = emptyFolder(name)
    folder.folders.push(made)
    return made
  }, top)
}

/** Builds folders from the flat list of a folder picker, which has no empty folders. */
export function foldersOf(files: readonly File[]): LocalFolder[] {
  const outside = emptyFolder('')
  const known = new Map<string, LocalFolder>()
  for (const file of files) {
    // Browsers replace a backslash in a name by a slash, so a path segment may be empty.
    const way = file.webkitRelativePath
      .split('/')
      .slice(0, -1)
      .filter((part) => part.trim() !== '')
    const path = way.join('/')
    const folder = known.get(path) ?? folderAt(outside, way)
    known.set(path, folder)
    folder.files.push(file)
  }
  return outside.folders
}

function whySkipped(file: File): SkippedFile['reason'] | null {
  if (file.name.startsWith('.')) return 'dot'
  return file.type === '' ? 'type' : null
}

/**
 * A folder without the entries that are not uploaded: files and folders whose names begin with a dot, and
 * files without a media type (specification.md 5). Skipped entries are listed with path and reason; a skipped
 * folder is one entry.
 */
export function withoutSkipped(
  folder: LocalFolder,
  path = folder.name,
): { folder: LocalFolder; skipped: SkippedFile[] } {
  const kept = emptyFolder(folder.name)
  const skipped: SkippedFile[] = []
  for (const file of folder.files) {
    const reason = whySkipped(file)
    if (reason === null) kept.files.push(file)
    else skipped.push({ path: `${path}/${file.name}`, reason })
  }
  for (const inner of folder.folders) {
    const innerPath = `${path}/${inner.name}`
    if (inner.name.startsWith('.')) {
      skipped.push({ path: innerPath, reason: 'dot' })
      continue
    }
    const cleaned = withoutSkipped(inner, innerPath)
    kept.folders.push(cleaned.folder)
    skipped.push(...cleaned.skipped)
  }
  return { folder: kept, skipped }
}

/** The files of a folder by relative path: `plans/site.pdf`. */
export function filesByPath({ files, folders }: LocalFolder, way = ''): Map<string, File> {
  const inner = folders.flatMap((folder) => [...filesByPath(folder, `${way}${folder.name}/`)])
  return new Map([...files.map((file) => [`${way}${file.name}`, file] as const), ...inner])
}

const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isDirectoryEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** All entries of a folder. Browsers return them in batches of a hundred, until a batch is empty. */
async function entriesOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader()
  const entries: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (part.length === 0) return entries
    entries.push(...part)
  }
}

async function readInto(
  target: Omit<LocalFiles, 'skipped'>,
  entries: readonly FileSystemEntry[],
  path: string,
  skipped: SkippedFile[],
): Promise<void> {
  for (const entry of entries) {
    const entryPath = path === '' ? entry.name : `${path}/${entry.name}`
    try {
      if (isFileEntry(entry)) target.files.push(await fileOf(entry))
      if (!isDirectoryEntry(entry)) continue
      const folder = emptyFolder(entry.name)
      target.folders.push(folder)
      await readInto(folder, await entriesOf(entry), entryPath, skipped)
    } catch {
      // Deleted or locked since the drop: it is listed as skipped, and the others continue.
      skipped.push({ path: entryPath, reason: 'unreadable' })
    }
  }
}

/**
 * The dropped files and folders with all their contents, including empty folders. The list is read before the
 * first await, since browsers clear it afterwards.
 */
export async function readDropped(transfer: DataTransfer): Promise<LocalFiles> {
  const entries: FileSystemEntry[] = []
  const found: LocalFiles = { files: [], folders: [], skipped: [] }
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue
    const entry = item.webkitGetAsEntry()
    const file = entry === null ? item.getAsFile() : null
    if (entry !== null) entries.push(entry)
    if (file !== null) found.files.push(file)
  }
  await readInto(found, entries, '', found.skipped)
  return found
}
