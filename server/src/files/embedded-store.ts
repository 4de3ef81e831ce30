import { randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { access, open, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { FileBody } from './file-body.ts'
import { EmbeddedBin } from './embedded-bin.ts'
import { hasCode } from '#platform/error-code.ts'
import { StoreMark, StoreRefusal, buildsFolder, isBuildKey } from '#platform/storage/file-store.ts'
import type {
  BinEntry,
  BinnedKind,
  ByteRange,
  ExpectedBytes,
  FileStore,
  FrozenObject,
  StoreEntry,
  UploadGrant,
  UploadRequest,
} from '#platform/storage/file-store.ts'
import { entriesIn, findFile } from '#platform/storage/find-file.ts'
import {
  claimName,
  filesBelow,
  makeFolder,
  moveFile,
  namesBelow,
  pathOfKey,
  removeEmpty,
  withNewFile,
} from './disk-files.ts'
import { hashBytes, writeMeasured } from './hashing-writer.ts'
import { readGrant, signGrant } from './upload-grant.ts'

/**
 * Age after which a partial file is abandoned. A younger one may belong to another server that shares the
 * folder.
 */
const abandonedAfterMs = 24 * 60 * 60 * 1000
/** Bytes read per chunk when a stored file is hashed again. */
const hashedBytes = 524_288
/** Limit of cached hashes of uploads that are not frozen yet. Any other hash is computed from the bytes. */
const maxRemembered = 10_000

export interface EmbeddedStoreOptions {
  /** `DATA_DIR/files`. */
  folder: string
  /** Scheme, host and port of signed addresses. */
  origin: string
  /** Signs upload URLs. */
  secretKey: string
  /** Former keys: accepted for verification, never used to sign. */
  oldSecretKeys?: readonly string[]
  now: () => Date
}

async function removeAbandoned(incoming: string): Promise<void> {
  for (const { name } of await entriesIn(incoming)) {
    const path = join(incoming, name)
    const found = await findFile(path)
    if (found !== null && Date.now() - found.storedAt.getTime() > abandonedAfterMs)
      await rm(path, { force: true })
  }
}

/**
 * Stores files below a folder. Bytes are written to a temporary file, synced, then renamed atomically, so a
 * key has all of its bytes or does not exist, even after a power failure. Uploads through signed URLs are
 * kept in a separate folder until they are frozen by another rename.
 */
class EmbeddedStore implements FileStore {
  readonly kind = 'embedded'
  readonly #options: EmbeddedStoreOptions
  readonly #incoming: string
  readonly #uploads: string
  readonly #objects: string
  readonly #builds: string
  readonly #bin: EmbeddedBin
  readonly #hashes = new Map<string, string>()

  constructor(options: EmbeddedStoreOptions) {
    this.#options = options
    this.#incoming = join(options.folder, 'incoming')
    this.#uploads = join(options.folder, 'uploads')
    this.#objects = join(options.folder, 'objects')
    this.#builds = join(options.folder, buildsFolder)
    this.#bin = new EmbeddedBin(join(options.folder, 'bin'), {
      object: this.#objects,
      upload: this.#uploads,
      build: this.#builds,
    })
  }

  async open(): Promise<this> {
    for (const folder of [this.#incoming, this.#uploads, this.#objects, this.#builds])
      await makeFolder(folder)
    await this.#bin.open()
    await removeAbandoned(this.#incoming)
    return this
  }

  #pathOf(key: string): string {
    return isBuildKey(key) ? join(this.#options.folder, key) : pathOfKey(this.#objects, key)
  }

  async put(
    key: string,
    bytes: Readable,
    expected: ExpectedBytes,
  ): Promise<{ size: number; sha256: string }> {
    return this.#write(this.#pathOf(key), bytes, expected)
  }

  async #write(
    path: string,
    bytes: Readable,
    expected: ExpectedBytes,
  ): Promise<{ size: number; sha256: string }> {
    const aside = join(this.#incoming, `${basename(path)}.${randomUUID()}`)
    try {
      if (await findFile(path)) throw new StoreRefusal('exists', 'The key is taken.')
      // Creates and syncs the target folder while the bytes arrive.
      const [measured] = await Promise.all([
        withNewFile(aside, (handle) => writeMeasured(handle, bytes, expected)),
        makeFolder(dirname(path)),
      ])
      await claimName(aside, path)
      return measured
    } catch (error) {
      if (hasCode(error, 'ENOSPC', 'EDQUOT')) throw new StoreRefusal('full', 'The disk is full.')
      throw error
    } finally {
      bytes.destroy()
      await rm(aside, { force: true })
    }
  }

  async get(key: string, range?: ByteRange): Promise<{ size: number; body: Readable }> {
    return this.#read(this.#pathOf(key), range)
  }

  async #read(path: string, range?: ByteRange): Promise<{ size: number; body: Readable }> {
    const found = await findFile(path)
    if (found === null) throw new StoreRefusal('missing', 'Nothing lies under that key.')
    const { start, end } = range ?? { start: 0, end: found.size - 1 }
    if (end < start) return { size: found.size, body: Readable.from([]) }
    return { size: found.size, body: new FileBody(await open(path, 'r'), { start, end }) }
  }

  async head(key: string): Promise<{ size: number; sha256: null } | null> {
    const found = await findFile(this.#pathOf(key))
    return found === null ? null : { size: found.size, sha256: null }
  }

  async delete(key: string): Promise<void> {
    const path = this.#pathOf(key)
    await rm(path, { force: true })
    if (isBuildKey(key)) await removeEmpty(dirname(path), this.#builds)
  }

  async signUpload(grant: UploadGrant): Promise<string> {
    return this.#options.origin + signGrant(this.#options.secretKey, grant)
  }

  async receive({ url, contentType, contentLength, body }: UploadRequest): Promise<{ sha256: string }> {
    const { key, size, mimeType } = readGrant(
      [this.#options.secretKey, ...(this.#options.oldSecretKeys ?? [])],
      url,
      this.#options.now(),
    )
    if (contentType !== mimeType)
      throw new StoreRefusal('type-mismatch', 'The Content-Type does not match the signed address.')
    if (contentLength !== undefined && contentLength !== size) {
      throw new StoreRefusal(
        'size-mismatch',
        `The address was signed for ${size} bytes, not ${contentLength}.`,
      )
    }
    await this.#refuseFrozen(key)
    const path = pathOfKey(this.#uploads, key)
    const known = (await findFile(path)) === null ? null : await this.#hashOf(key, path)
    if (known !== null) return this.#receiveAgain(known, body)
    const { sha256 } = await this.#write(path, body, { size })
    this.#remember(key, sha256)
    try {
      await this.#refuseFrozen(key)
    } catch (error) {
      await this.discardUpload(key)
      throw error
    }
    return { sha256 }
  }

  async #refuseFrozen(key: string): Promise<void> {
    if (await findFile(pathOfKey(this.#objects, key)))
      throw new StoreRefusal('exists', 'This upload is complete and can no longer be changed.')
  }

  /**
   * The response to an upload may be lost, and the sender retries: the same bytes are accepted and change
   * nothing.
   */
  async #receiveAgain(known: string, body: Readable): Promise<{ sha256: string }> {
    const sha256 = await hashBytes(body)
    if (sha256 !== known)
      throw new StoreRefusal('exists', 'A different file was already uploaded to this address.')
    return { sha256 }
  }

  async freeze(key: string, expected: { size: number }): Promise<FrozenObject> {
    const [upload, object] = [pathOfKey(this.#uploads, key), pathOfKey(this.#objects, key)]
    const found = (await findFile(upload)) ?? (await findFile(object))
    if (found === null) throw new StoreRefusal('missing', 'No file was uploaded.')
    if (found.size !== expected.size) {
      await Promise.all([this.discardUpload(key), this.delete(key)])
      throw new StoreRefusal(
        'size-mismatch',
        `${found.size} bytes lie there, ${expected.size} were announced.`,
      )
    }
    if (await findFile(object)) await this.discardUpload(key)
    else await moveFile(upload, object)
    const sha256 = await this.#hashOf(key, object)
    this.#hashes.delete(key)
    return { key, size: found.size, sha256 }
  }

  #remember(key: string, sha256: string): void {
    this.#hashes.set(key, sha256)
    const [oldest] = this.#hashes.keys()
    if (this.#hashes.size > maxRemembered && oldest !== undefined) this.#hashes.delete(oldest)
  }

  async #hashOf(key: string, path: string): Promise<string> {
    const known = this.#hashes.get(key)
    if (known !== undefined) return known
    return hashBytes(createReadStream(path, { highWaterMark: hashedBytes }))
  }

  async discardUpload(key: string): Promise<void> {
    this.#hashes.delete(key)
    await rm(pathOfKey(this.#uploads, key), { force: true })
  }

  async *list(): AsyncIterable<StoreEntry> {
    for await (const entry of filesBelow(this.#objects)) yield { ...entry, kind: 'object' }
    for await (const entry of filesBelow(this.#uploads)) yield { ...entry, kind: 'upload' }
  }

  async *listBuilds(): AsyncIterable<string> {
    for await (const name of namesBelow(this.#builds))
      if (isBuildKey(`${buildsFolder}/${name}`)) yield `${buildsFolder}/${name}`
  }

  async moveToBin(key: string, kind: BinnedKind): Promise<void> {
    this.#hashes.delete(key)
    await this.#bin.take(key, kind)
    if (kind === 'build') await removeEmpty(dirname(this.#pathOf(key)), this.#builds)
  }

  restoreFromBin(key: string, kind: BinnedKind): Promise<boolean> {
    return this.#bin.restore(key, kind)
  }

  purge(key: string, kind: BinnedKind): Promise<void> {
    return this.#bin.purge(key, kind)
  }

  async getFromBin(key: string): Promise<{ size: number; body: Readable }> {
    return this.#read(this.#bin.pathOf(key, 'object'))
  }

  listBin(): AsyncIterable<BinEntry> {
    return this.#bin.list()
  }

  async readMark(): Promise<StoreMark | null> {
    try {
      return StoreMark.parse(JSON.parse(await readFile(this.#mark(), 'utf8')))
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return null
      throw error
    }
  }

  /** Written to a temporary file and renamed, so that it is complete even after a power failure. */
  async writeMark(mark: StoreMark): Promise<void> {
    const aside = join(this.#incoming, `mark.${randomUUID()}`)
    await withNewFile(aside, async (handle) => {
      await handle.writeFile(JSON.stringify(mark))
      await handle.sync()
    })
    await moveFile(aside, this.#mark())
  }

  #mark(): string {
    return join(this.#options.folder, 'store.json')
  }

  async ping(): Promise<void> {
    await access(this.#incoming, constants.R_OK | constants.W_OK)
  }
}

/**
 * The store in `DATA_DIR`. Names on disk are only keys; client input never becomes a path. For builds, only
 * keys that `isBuildKey` accepts are used.
 */
export async function createEmbeddedStore(
  options: EmbeddedStoreOptions,
): Promise<FileStore & Required<Pick<FileStore, 'receive'>>> {
  return new EmbeddedStore(options).open()
}
