import { PassThrough } from 'node:stream'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal, folderMimeType, invalid, maxZippedAtOnce, numberedName, phrase } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { ZipFile } from 'yazl'
import { requireServable } from '#domain/scanning/scan-bytes.ts'
import type { FileDeps } from './deps.ts'
import { clientOrgOf, notFound, openFiles } from './file-access.ts'
import { listBelow } from './files.queries.ts'
import type { FileBelow } from './files.queries.ts'
import { auditReading } from './read-audit.ts'

/** Limits of one zip. */
const maxFiles = 20_000
const maxBytes = 20 * 1_073_741_824

/**
 * Characters that are unsafe in a zip on any system: paths, drives, streams, control characters, direction
 * marks.
 */
const unsafeInEntry = /[\p{Cc}\p{Bidi_Control}/\\:]/gu

function safePart(name: string): string {
  const part = name.toWellFormed().replaceAll(unsafeInEntry, '_')
  return /^\.+$/.test(part) || part === '' ? part.replaceAll('.', '_') || '_' : part
}

interface Entry {
  path: string
  file: FileBelow
}

/** Paths of the selection in the zip, relative to the selected entries; equal paths get numbers. */
function entriesOf(selections: readonly (readonly FileBelow[])[]): Entry[] {
  // Used paths, each with the next number to try, so that thousands of equal names do not count from the
  // start each time.
  const taken = new Map<string, number>()
  const free = (folder: string, name: string, isFolder: boolean) => {
    const first = (folder + name).toLowerCase()
    for (let n = taken.get(first) ?? 0; ; n += 1) {
      const path = folder + numberedName(name, n, isFolder)
      if (taken.has(path.toLowerCase())) continue
      taken.set(path.toLowerCase(), 1)
      taken.set(first, n + 1)
      return path
    }
  }
  return selections.flatMap((selection) => {
    const folders = new Map<string, string>()
    return selection.map((file) => {
      const isFolder = file.mimeType === folderMimeType
      const path = free(
        (file.parentPid !== null && folders.get(file.parentPid)) || '',
        safePart(file.name),
        isFolder,
      )
      if (isFolder) folders.set(file.pid, `${path}/`)
      return { path, file }
    })
  })
}

/** Files and folders as one zip, without compression: most uploads are already compressed. */
async function writeEntries(
  deps: FileDeps,
  zip: ZipFile,
  entries: readonly Entry[],
  signal: AbortSignal,
): Promise<void> {
  for (const { path, file } of entries) {
    const mtime = file.updatedAt
    if (file.storeKey === null) {
      zip.addEmptyDirectory(path, { mtime })
      continue
    }
    const { body } = await deps.store.get(file.storeKey)
    // Sequential, so that only one file is open at a time.
    const through = new PassThrough()
    zip.addReadStream(through, path, { mtime, compress: false, size: file.size })
    await pipeline(body, through, { signal })
  }
  zip.end()
}

export interface ZippedFiles {
  name: string
  /** Pids of the files, their roots and their total size. */
  files: readonly string[]
  roots: readonly string[]
  bytes: number
  body: Readable
}

/**
 * `GET /api/files/zip`: a selection of what the actor may see, streamed while it is created. Each file of the
 * restricted folder is recorded as read.
 */
export async function zipFiles(deps: FileDeps, actor: Actor, pids: readonly string[]): Promise<ZippedFiles> {
  if (pids.length > maxZippedAtOnce)
    throw invalid(
      'pids',
      'out-of-range',
      phrase('You can download up to {{mostZippedAtOnce}} items at a time.', {
        mostZippedAtOnce: maxZippedAtOnce,
      }),
    )
  const selected = [...new Set(pids)]
  const opened = await openFiles(deps.database, actor, selected)
  const below = await listBelow(deps.database, selected, clientOrgOf(actor), maxFiles + 1)
  const selections = selected.map((pid) => below.get(pid) ?? [])
  const all = selections.flat()
  if (all.length === 0) throw notFound()
  const bytes = all.reduce((sum, { size }) => sum + size, 0)
  if (all.length > maxFiles || bytes > maxBytes) {
    throw new Refusal(
      'too-large',
      phrase('A ZIP can have up to {{mostFiles}} files and 20 GB. Choose fewer files.', {
        mostFiles: maxFiles,
      }),
    )
  }
  await requireServable(
    deps,
    all.flatMap(({ name, storeKey }) => (storeKey === null ? [] : [{ name, storeKey }])),
  )
  for (const [, [one, ...others]] of Map.groupBy(opened, ({ root }) => root.name)) {
    if (one === undefined) continue
    const read = [one, ...others]
      .flatMap(({ file }) => below.get(file.pid) ?? [])
      .filter(({ storeKey }) => storeKey !== null)
    const readings = read.map(({ pid, version }) => ({ pid, version, action: 'download' as const }))
    await auditReading(deps, actor, one.root, readings)
  }
  const files = all.flatMap(({ pid, storeKey }) => (storeKey === null ? [] : [pid]))
  const roots = [...new Set(opened.map(({ root }) => root.name))]
  return {
    name: nameOf(opened.map(({ file }) => file.name)),
    files,
    roots,
    bytes,
    body: streamZip(deps, entriesOf(selections)),
  }
}

/** A single entry gives the zip its name. */
function nameOf(names: readonly string[]): string {
  const [name = 'Files'] = names.length === 1 ? names : []
  return `${name}.zip`
}

/**
 * Fails when a file cannot be read completely, so that a partial zip is not taken for a complete one. Stops
 * when the reader disconnects.
 */
function streamZip(deps: FileDeps, entries: readonly Entry[]): Readable {
  const [zip, gone] = [new ZipFile(), new AbortController()]
  const body = zip.outputStream.pipe(new PassThrough())
  const fail = (error: unknown) => {
    if (!gone.signal.aborted) deps.log.error({ err: error }, 'a zip could not be made to its end')
    body.destroy(new Error('the zip could not be made to its end'))
  }
  body.once('close', () => gone.abort())
  zip.on('error', fail)
  writeEntries(deps, zip, entries, gone.signal).catch(fail)
  return body
}
