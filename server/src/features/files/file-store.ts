import type { Readable } from 'node:stream'
import { z } from 'zod'

/** Bytes `start` to `end`, both counted from 0 and both included. */
export interface ByteRange {
  start: number
  end: number
}

/** What bytes must be to be accepted; both come from what the client announced. */
export interface ExpectedBytes {
  size: number
  /** SHA-256, hexadecimal; absent where nobody knows it beforehand. */
  sha256?: string
}

export interface StoredObject {
  size: number
  /**
   * SHA-256 of the bytes as they lie there, hexadecimal; null where the store does not keep it (`put`
   * answered it).
   */
  sha256: string | null
}

/** An address to be signed: for exactly these bytes under this key, from `at` on for `lifetimeMs`. */
export interface UploadGrant {
  key: string
  size: number
  /** Content-Type the PUT must carry. */
  mimeType: string
  at: Date
  lifetimeMs: number
}

/** What came by a signed address and can no longer be reached by it. */
export interface FrozenObject {
  /** Where it lies now, for `get`, `head` and `delete`. */
  key: string
  size: number
  sha256: string
}

/** One thing in the store, for whoever looks for what nobody owns. */
export interface StoreEntry {
  key: string
  /** `upload`: came by a signed address and is not frozen. */
  kind: 'object' | 'upload'
  storedAt: Date
}

/**
 * Which database a store belongs to, written into it: the id the database knows it by, and how often it was
 * swept.
 */
export const StoreMark = z.object({ id: z.string().min(1), generation: z.int().min(0) })
export type StoreMark = z.infer<typeof StoreMark>

export type BinnedKind = StoreEntry['kind'] | 'build'

/** One thing in the bin of a store. */
export interface BinEntry {
  key: string
  kind: BinnedKind
  binnedAt: Date
}

/** A PUT to a signed address of a store that takes it itself. */
export interface UploadRequest {
  /** The address as it was asked for, from the path on. */
  url: string
  contentType: string | undefined
  contentLength: number | undefined
  body: Readable
}

export type StoreRefusalReason =
  | 'bad-key'
  | 'exists'
  | 'missing'
  | 'size-mismatch'
  | 'hash-mismatch'
  | 'type-mismatch'
  | 'bad-signature'
  | 'expired'
  /** The sender went away before the last byte. */
  | 'broken-off'
  | 'full'

/** A store says no; nothing was changed. */
export class StoreRefusal extends Error {
  readonly reason: StoreRefusalReason
  constructor(reason: StoreRefusalReason, message: string) {
    super(message)
    this.name = 'StoreRefusal'
    this.reason = reason
  }
}

/**
 * Where the bytes of files lie: the embedded store in `DATA_DIR`, or a bucket. Every adapter keeps
 * `fileStorePromises` (file-store-suite.ts). Keys are opaque (`makeStoreKey`), one per attempt to upload, or
 * name a file of a published build (`makeBuildKey`): an object is whole or absent and never changes. Uploads
 * come by signed addresses, straight to the store, and lie apart until they are frozen: a PUT repeated later
 * changes nothing.
 */
export interface FileStore {
  kind: 'embedded' | 's3'
  /**
   * Stores a stream under a new key and answers what lies there once it would survive a power cut.
   * Refuses `exists`, `size-mismatch` (as soon as one byte too many came) and `hash-mismatch`; then, and when
   * the stream fails, no object appears.
   */
  put(key: string, bytes: Readable, expected: ExpectedBytes): Promise<{ size: number; sha256: string }>
  /** The bytes, or a part of them that must lie within the object. Refuses `missing`. */
  get(key: string, range?: ByteRange): Promise<{ size: number; body: Readable }>
  /** What lies under a key, or null. */
  head(key: string): Promise<StoredObject | null>
  /** Forgets an object; one that is not there is no error. */
  delete(key: string): Promise<void>
  /**
   * An address to which one PUT of exactly those bytes may be sent; only what was signed, with no byte of the
   * address changed.
   */
  signUpload(grant: UploadGrant): Promise<string>
  /**
   * Takes what was PUT under a key out of reach of its address and measures it. May be asked again. Refuses
   * `missing`, and `size-mismatch` or `type-mismatch`, when it is thrown away and the address may be used
   * again.
   */
  freeze(key: string, expected: { size: number; mimeType: string }): Promise<FrozenObject>
  /** Forgets what was PUT under a key and not frozen. */
  discardUpload(key: string): Promise<void>
  /** All there is of files, in no order. */
  list(): AsyncIterable<StoreEntry>
  /** The keys of all there is of builds, in no order. */
  listBuilds(): AsyncIterable<string>
  /** Moves something to the bin, out of reach of every other call; what is not there is no error. */
  moveToBin(key: string, kind: BinnedKind): Promise<void>
  /** Puts something from the bin back where it was; false where it is not in the bin. */
  restoreFromBin(key: string, kind: BinnedKind): Promise<boolean>
  /** Forgets something in the bin. */
  purge(key: string, kind: BinnedKind): Promise<void>
  /** All there is in the bin, in no order. */
  listBin(): AsyncIterable<BinEntry>
  /** The mark of the store; null where none was written. */
  readMark(): Promise<StoreMark | null>
  writeMark(mark: StoreMark): Promise<void>
  /**
   * Takes a PUT to one of its addresses, where that is no other server's work. Bytes that lie there already
   * are no error, others are `exists`.
   */
  receive?: (request: UploadRequest) => Promise<{ sha256: string }>
  /** Throws when the store cannot serve. */
  ping(): Promise<void>
}

const keyPattern = /^[0-9a-f]{32}$/

/** A store key from 16 bytes: of chance for an upload, of a hash where a seed stores the same bytes once. */
export function makeStoreKey(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 16)).toString('hex')
}

/** Below it lie the files of published builds. */
export const buildsFolder = 'remotes'
const buildKeyPattern = new RegExp(
  `^${buildsFolder}/[a-z][a-z0-9_]*/\\d[0-9A-Za-z.-]*(/[A-Za-z0-9_@+~-][A-Za-z0-9._@+~-]*)+$`,
)

/** Where a file of a published build lies, for ever the same one. */
export function makeBuildKey(name: string, version: string, path: string): string {
  return `${buildsFolder}/${name}/${version}/${path}`
}

/** Is it the key of a file of a build? It is below their folder then, whatever the name of the file. */
export function isBuildKey(key: string): boolean {
  return buildKeyPattern.test(key)
}

/**
 * Every adapter asks this for what is no file of a build: a key is never a path, a name or anything a client
 * wrote.
 */
export function requireStoreKey(key: string): string {
  if (!keyPattern.test(key)) throw new StoreRefusal('bad-key', 'That is no key of the file store.')
  return key
}
