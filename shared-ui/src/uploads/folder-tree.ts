import type { SkippedFile } from './upload-state.ts'

/** A folder as it lies on somebody's disk. */
export interface LocalFolder {
  name: string
  folders: LocalFolder[]
  files: File[]
}

/** What somebody picked or dropped: files that go alone, and whole folders. */
export interface LocalFiles {
  files: File[]
  folders: LocalFolder[]
  skipped: SkippedFile[]
}

/** Nothing chosen yet. */
export const noFiles: LocalFiles = { files: [], folders: [], skipped: [] }

const emptyFolder = (name: string): LocalFolder => ({ name, folders: [], files: [] })

/** The folder at the end of a way below `top`, made where it is not there yet. */
function folderAt(top: LocalFolder, names: readonly string[]): LocalFolder {
  return names.reduce((folder, name) => {
    const known = folder.folders.find((folder) => folder.name === name)
    if (known !== undefined) return known
    const made = emptyFolder(name)
    folder.folders.push(made)
    return made
  }, top)
}

/** What a folder picker answers: a flat list of files with their ways. Empty folders are not in it. */
export function foldersOf(files: readonly File[]): LocalFolder[] {
  const outside = emptyFolder('')
  const known = new Map<string, LocalFolder>()
  for (const file of files) {
    // A browser writes a backslash in a name as a slash, so that a part of the way may be empty.
    const names = file.webkitRelativePath
      .split('/')
      .slice(0, -1)
      .filter((part) => part.trim() !== '')
    const path = names.join('/')
    const folder = known.get(path) ?? folderAt(outside, names)
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
 * A folder without what is not sent: files and folders whose names begin with a dot, and files without a
 * media type (specification.md 5). Each is named with its way and the reason, a folder as a whole.
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

/** The files of a folder by their ways below it: `plans/site.pdf`. */
export function filesByPath({ files, folders }: LocalFolder, prefix = ''): Map<string, File> {
  const inner = folders.flatMap((folder) => [...filesByPath(folder, `${prefix}${folder.name}/`)])
  return new Map([...files.map((file) => [`${prefix}${file.name}`, file] as const), ...inner])
}

const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isDirectoryEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** All entries of a folder: a browser hands out a hundred at a time, until it hands out none. */
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
      // Gone or locked since it was dropped: it is listed among the skipped ones, and the others go on.
      skipped.push({ path: entryPath, reason: 'unreadable' })
    }
  }
}

/**
 * What was dropped, folders with all that is in them, empty ones too. The list is read before the first wait:
 * afterwards browsers empty it.
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
