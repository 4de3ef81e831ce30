import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { StoreRefusal } from '#platform/storage/file-store.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import type { Manifest, OpenedBackup, BackupFile } from './manifest.ts'
import type { BackupFiles } from './place.ts'
import { DamagedFile, Measure, readStored, writeStored } from './stored-files.ts'
import type { BackupKey } from './seal.ts'

/** Files copied at the same time. */
const atOnce = 8

/** A file of the store in a backup. */
export interface ListedFile {
  key: string
  /** As in the store. */
  bytes: number
  sha256: string
  /** As in the backup. */
  stored: { bytes: number; sha256: string }
}

export const pathOfFile = (key: string) => `files/${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`

const toLine = ({ key, bytes, sha256, stored }: ListedFile) =>
  `${[key, bytes, sha256, stored.bytes, stored.sha256].join('\t')}\n`

function toFile(line: string): ListedFile {
  const [key = '', bytes, sha256 = '', storedBytes, storedSha256 = ''] = line.split('\t')
  return {
    key,
    bytes: Number(bytes),
    sha256,
    stored: { bytes: Number(storedBytes), sha256: storedSha256 },
  }
}

/** The files of a backup, or of a later list of it, in the byte order of their keys. */
export async function* listFiles(
  files: BackupFiles,
  { manifest, key }: OpenedBackup,
  from = manifest.files.list,
): AsyncIterable<ListedFile> {
  const list = readStored(files, from, { key, isCompressed: true })
  for await (const line of createInterface({ input: list, crlfDelay: Infinity })) yield toFile(line)
}

/** Writes the keys that records of the connection's snapshot name into a file of this machine. */
export async function writeWantedKeys(client: pg.Client, keysSql: string, path: string): Promise<void> {
  await pipeline(client.query(copyTo(`copy (${keysSql}) to stdout`)), createWriteStream(path))
}

async function openObject(store: FileStore, key: string): Promise<Readable | null> {
  // An object moves to the bin when its record is deleted, and back when a sweep finds a record of it.
  for (const get of [store.get, store.getFromBin, store.get]) {
    try {
      return (await get.call(store, key)).body
    } catch (error) {
      if (!(error instanceof StoreRefusal) || error.reason !== 'missing') throw error
    }
  }
  return null
}

/** A backup whose files can be taken over: complete, and encrypted with the same key or not at all. */
export interface EarlierBackup {
  files: BackupFiles
  opened: OpenedBackup
}

export interface CopyFilesOptions {
  store: FileStore
  to: BackupFiles
  key: BackupKey | null
  earlier: EarlierBackup | null
  /** File made by `writeWantedKeys`. */
  wanted: string
}

/** Finds keys in a sorted list while it is read once. From a damaged part of the list on it finds nothing. */
function seekable(list: AsyncIterable<ListedFile>): (key: string) => Promise<ListedFile | null> {
  const reading = list[Symbol.asyncIterator]()
  let current: ListedFile | null | undefined
  const advance = async (): Promise<ListedFile | null> => {
    try {
      const next = await reading.next()
      return next.done === true ? null : next.value
    } catch (error) {
      if (error instanceof DamagedFile) return null
      throw error
    }
  }
  return async (key) => {
    while (current === undefined || (current !== null && current.key < key)) current = await advance()
    return current?.key === key ? current : null
  }
}

/** Runs the work of each input in batches. The results come in the order of the inputs. */
async function* inBatches<Input, Result>(
  inputs: AsyncIterable<Input>,
  work: (input: Input) => Promise<Result>,
): AsyncIterable<Result[]> {
  let batch: Promise<Result>[] = []
  for await (const input of inputs) {
    const task = work(input)
    // The batch is awaited later; until then its failure must not count as unhandled.
    task.catch(() => undefined)
    batch.push(task)
    if (batch.length < atOnce) continue
    yield await Promise.all(batch)
    batch = []
  }
  yield await Promise.all(batch)
}

type Copied = { kind: 'copied' | 'reused'; file: ListedFile } | { kind: 'missing'; key: string }

async function copyFile(
  { store, to, key, earlier }: CopyFilesOptions,
  name: string,
  before: ListedFile | null,
): Promise<Copied> {
  const path = pathOfFile(name)
  // An object never changes, so its key says that it is the same.
  if (earlier !== null && before !== null && (await to.reuse(earlier.files, path, before.stored.bytes)))
    return { kind: 'reused', file: before }
  const object = await openObject(store, name)
  if (object === null) return { kind: 'missing', key: name }
  const { file, bytes, sha256 } = await writeStored(to, path, object, { key, isCompressed: false })
  return { kind: 'copied', file: { key: name, bytes, sha256, stored: file } }
}

/** Copies the wanted files, or takes them over from the earlier backup, and writes their list. */
export async function copyFiles(options: CopyFilesOptions): Promise<Omit<Manifest['files'], 'storeId'>> {
  const { to, key, earlier, wanted } = options
  const find = earlier === null ? async () => null : seekable(listFiles(earlier.files, earlier.opened))
  const totals = { count: 0, bytes: 0, copiedCount: 0, copiedBytes: 0 }
  const missing: string[] = []

  function* add(batch: readonly Copied[]): Iterable<string> {
    for (const copied of batch) {
      if (copied.kind === 'missing') {
        missing.push(copied.key)
        continue
      }
      totals.count += 1
      totals.bytes += copied.file.bytes
      if (copied.kind === 'copied') {
        totals.copiedCount += 1
        totals.copiedBytes += copied.file.stored.bytes
      }
      yield toLine(copied.file)
    }
  }
  async function* lines(): AsyncIterable<Buffer> {
    const names = createInterface({ input: createReadStream(wanted), crlfDelay: Infinity })
    const copied = inBatches(withEarlier(names, find), ([name, before]) => copyFile(options, name, before))
    for await (const batch of copied) yield Buffer.from([...add(batch)].join(''))
  }
  const list = await writeStored(to, 'files.list.zst', Readable.from(lines(), { objectMode: false }), {
    key,
    isCompressed: true,
  })
  return { ...totals, missing, list: list.file }
}

/** The keys of the wanted files, each with its entry in the earlier backup. */
async function* withEarlier(
  lines: AsyncIterable<string>,
  find: (key: string) => Promise<ListedFile | null>,
): AsyncIterable<[string, ListedFile | null]> {
  for await (const line of lines) {
    const [name = ''] = line.split('\t')
    yield [name, await find(name)]
  }
}

/**
 * Copies the wanted files that the backup does not have yet, for its archive. `known` has those of its later
 * lists. Returns the keys of the new ones and their list; null when there are none.
 */
export async function copyLaterFiles(
  options: Omit<CopyFilesOptions, 'earlier'>,
  backup: OpenedBackup,
  known: ReadonlySet<string>,
  path: string,
): Promise<{ keys: string[]; list: BackupFile } | null> {
  const { to, key, wanted } = options
  const find = seekable(listFiles(to, backup))
  const names = createInterface({ input: createReadStream(wanted), crlfDelay: Infinity })
  const copied = inBatches(withEarlier(names, find), async ([name, before]) =>
    before !== null || known.has(name) ? null : copyFile({ ...options, earlier: null }, name, null),
  )
  const later: ListedFile[] = []
  for await (const batch of copied)
    for (const item of batch) if (item?.kind === 'copied') later.push(item.file)
  if (later.length === 0) return null
  const lines = Readable.from([Buffer.from(later.map(toLine).join(''))], { objectMode: false })
  const { file } = await writeStored(to, path, lines, { key, isCompressed: true })
  return { keys: later.map((each) => each.key), list: file }
}

/**
 * Puts the files of a backup, or of a later list of it, into a store. An object that is there already stays
 * as it is.
 */
export async function loadFiles(
  store: FileStore,
  files: BackupFiles,
  backup: OpenedBackup,
  from = backup.manifest.files.list,
): Promise<void> {
  const load = async ({ key, bytes, sha256, stored }: ListedFile) => {
    const source = readStored(
      files,
      { path: pathOfFile(key), ...stored },
      { key: backup.key, isCompressed: false },
    )
    try {
      await store.put(key, source, { size: bytes, sha256 })
    } catch (error) {
      if (!(error instanceof StoreRefusal) || error.reason !== 'exists') throw error
    }
  }
  for await (const _ of inBatches(listFiles(files, backup, from), load));
}

/** Differences between a store and the list of a backup, as sentences; empty when there are none. */
export async function compareFiles(
  store: FileStore,
  files: BackupFiles,
  backup: OpenedBackup,
): Promise<string[]> {
  const differences: string[] = []
  const compare = async ({ key, sha256 }: ListedFile) => {
    const object = await openObject(store, key)
    if (object === null) return void differences.push(`The file ${key} is missing.`)
    const measure = new Measure()
    for await (const _ of object.pipe(measure.through()));
    if (measure.sha256() !== sha256) differences.push(`The file ${key} has other bytes.`)
  }
  for await (const _ of inBatches(listFiles(files, backup), compare));
  return differences
}
