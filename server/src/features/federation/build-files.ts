import { createHash } from 'node:crypto'
import { Refusal } from '@portal/contract'
import mime from 'mime'
import type { Deps } from '../../deps.ts'

/** What is asked for again and again stays in memory, so many bytes of it. */
const mostRememberedBytes = 64 * 1_048_576

/** A file of a build in the form a client takes. */
export interface ServedFile {
  bytes: Buffer
  contentType: string
  encoding: 'br' | 'gzip' | null
  etag: string
}

interface Row {
  bytes: Buffer
  sha256: string
}

const fileText = 'select bytes, sha256 from remote_files where name = $1 and version = $2 and path = $3'

/** The codings an Accept-Encoding header takes, in our order of preference. */
function codingsOf(header: string | undefined): ('br' | 'gzip')[] {
  const accepted = (header ?? '').split(',').map((part) =>
    part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  )
  return (['br', 'gzip'] as const).filter((coding) => accepted.some(([name, weight]) => name === coding && !/^q=0(\.0*)?$/.test(weight ?? '')))
}

/**
 * The files of published builds, as they lie in the database for all servers. Each is checked against its hash when it is read: one that
 * was changed since is not served but told of in the log, whoever changed it.
 */
export class BuildFiles {
  readonly #deps: Deps
  readonly #known = new Map<string, Row>()
  #rememberedBytes = 0

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The file, compressed where that was built and is taken; null where there is none. Throws 503 for one that was changed. */
  async find(name: string, version: string, path: string, acceptEncoding: string | undefined): Promise<ServedFile | null> {
    const plain = await this.#read(name, version, path)
    if (plain === null) return null
    const contentType = mime.getType(path) ?? 'application/octet-stream'
    const typed = /^text\/|javascript|json|svg/.test(contentType) ? `${contentType}; charset=utf-8` : contentType
    for (const encoding of codingsOf(acceptEncoding)) {
      const packed = await this.#read(name, version, `${path}.${encoding === 'br' ? 'br' : 'gz'}`)
      if (packed !== null) return { bytes: packed.bytes, contentType: typed, encoding, etag: `"${packed.sha256}"` }
    }
    return { bytes: plain.bytes, contentType: typed, encoding: null, etag: `"${plain.sha256}"` }
  }

  async #read(name: string, version: string, path: string): Promise<Row | null> {
    const key = `${name} ${version} ${path}`
    const known = this.#known.get(key)
    if (known !== undefined) {
      // Read again last, so that what nobody asks for goes first.
      this.#known.delete(key)
      this.#known.set(key, known)
      return known
    }
    const [row] = await this.#deps.database.named<Row>(fileText, [name, version, path])
    if (row === undefined) return null
    if (createHash('sha256').update(row.bytes).digest('hex') !== row.sha256) {
      this.#deps.log.error({ remote: name, version, path }, 'a file of a build was changed since it was published and is not served')
      throw new Refusal('unavailable', `${path} of ${name} ${version} is not what was published, so it is not served.`)
    }
    this.#remember(key, row)
    return row
  }

  #remember(key: string, row: Row): void {
    this.#known.set(key, row)
    this.#rememberedBytes += row.bytes.length
    for (const [oldest, { bytes }] of this.#known) {
      if (this.#rememberedBytes <= mostRememberedBytes) return
      this.#known.delete(oldest)
      this.#rememberedBytes -= bytes.length
    }
  }
}
