import mime from 'mime'
import { z } from 'zod'
import { findArtefact, storeBuildFile, readBuildFile, within } from '#platform/federation/build-store.ts'
import type { BuildPath } from '#platform/federation/build-store.ts'
import type { DomainDeps } from '#domain/deps.ts'

/** Size of the in-memory cache for frequently requested files. */
const maxRememberedBytes = 64 * 1_048_576
/** Timeout of the file store for a page. After it, the database serves the file. */
const storeWithinMs = 2_000
/** Pause after a failure of the store; otherwise every file of a page would wait for the timeout. */
const storeRestsMs = 30_000

/** A file of a build in an encoding that the client accepts. */
export interface ServedFile {
  bytes: Buffer
  contentType: string
  encoding: 'br' | 'gzip' | null
  etag: string
}

interface Known {
  bytes: Buffer
  sha256: string
}

const StoredFile = z.object({ size: z.number(), sha256: z.string() })
type StoredFile = z.infer<typeof StoredFile>

const fileText = 'select size, sha256 from remote_files where name = $1 and version = $2 and path = $3'

/** The encodings that an Accept-Encoding header allows, in the order of the server's preference. */
function codingsOf(header: string | undefined): ('br' | 'gzip')[] {
  const accepted = (header ?? '').split(',').map((part) =>
    part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  )
  return (['br', 'gzip'] as const).filter((coding) =>
    accepted.some(([name, weight]) => name === coding && !/^q=0(\.0*)?$/.test(weight ?? '')),
  )
}

/**
 * Serves the files of published builds from the file store. The database has the hash and a copy of each
 * file. A file that is missing or altered in the store is served from the database and written to the store
 * again. It is missing, for example, on another server or after the store was emptied. While the store fails,
 * the database serves all files.
 */
export class BuildFiles {
  readonly #deps: DomainDeps
  readonly #known = new Map<string, Known>()
  #rememberedBytes = 0
  #storeRestsUntil = 0

  constructor(deps: DomainDeps) {
    this.#deps = deps
  }

  /**
   * The file, compressed if a compressed copy exists and the client accepts it; null if there is no such
   * file. Throws 503 for a file whose bytes were changed.
   */
  async find(
    name: string,
    version: string,
    path: string,
    acceptEncoding: string | undefined,
  ): Promise<ServedFile | null> {
    const plain = await this.#read(name, version, path)
    if (plain === null) return null
    const contentType = mime.getType(path) ?? 'application/octet-stream'
    const typed = /^text\/|javascript|json|svg/.test(contentType)
      ? `${contentType}; charset=utf-8`
      : contentType
    for (const encoding of codingsOf(acceptEncoding)) {
      const packed = await this.#read(name, version, `${path}.${encoding === 'br' ? 'br' : 'gz'}`)
      if (packed !== null)
        return { bytes: packed.bytes, contentType: typed, encoding, etag: `"${packed.sha256}"` }
    }
    return { bytes: plain.bytes, contentType: typed, encoding: null, etag: `"${plain.sha256}"` }
  }

  async #read(name: string, version: string, path: string): Promise<Known | null> {
    const key = `${name} ${version} ${path}`
    const known = this.#known.get(key)
    if (known !== undefined) {
      // Move to the end, so that the least recently used file is evicted first.
      this.#known.delete(key)
      this.#known.set(key, known)
      return known
    }
    const file = { name, version, path }
    const [row] = await this.#deps.database.query(fileText, [name, version, path], StoredFile)
    if (row === undefined) return null
    const bytes = (await this.#fromStore(file, row)) ?? (await this.#fromDatabase(file))
    if (bytes === null) return null
    const found = { bytes, sha256: row.sha256 }
    this.#remember(key, found)
    return found
  }

  #storeRests(): boolean {
    return this.#deps.clock.now().getTime() < this.#storeRestsUntil
  }

  /** Runs a store operation for a page. If it fails, logs a warning, pauses the store and returns null. */
  async #ofStore<Result>({ name, version, path }: BuildPath, work: Promise<Result>): Promise<Result | null> {
    try {
      return await within(storeWithinMs, work)
    } catch (error) {
      this.#storeRestsUntil = this.#deps.clock.now().getTime() + storeRestsMs
      const where = { err: error, remote: name, version, path }
      this.#deps.log.warn(where, 'the file store does not serve files of builds: they come from the database')
      return null
    }
  }

  async #fromStore(file: BuildPath, row: StoredFile): Promise<Buffer | null> {
    const { store, log } = this.#deps
    const found = this.#storeRests()
      ? null
      : await this.#ofStore(file, readBuildFile(store, { ...file, ...row }))
    if (typeof found !== 'string') return found
    log.warn(
      { remote: file.name, version: file.version, path: file.path },
      `a file of a build is ${found} in the file store: it is written anew`,
    )
    return null
  }

  /** Throws 503 for a file whose copy in the database was changed too. */
  async #fromDatabase(file: BuildPath): Promise<Buffer | null> {
    const artefact = await findArtefact(this.#deps, file)
    if (artefact === null) return null
    if (!this.#storeRests()) await this.#ofStore(file, storeBuildFile(this.#deps.store, artefact))
    return artefact.bytes
  }

  #remember(key: string, found: Known): void {
    if (this.#known.has(key)) return
    this.#known.set(key, found)
    this.#rememberedBytes += found.bytes.length
    for (const [oldest, { bytes }] of this.#known) {
      if (this.#rememberedBytes <= maxRememberedBytes) return
      this.#known.delete(oldest)
      this.#rememberedBytes -= bytes.length
    }
  }
}
