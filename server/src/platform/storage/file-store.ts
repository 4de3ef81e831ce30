import type { Readable } from 'node:stream'
import { Refusal } from '@portal/contract'
import { z } from 'zod'

/** Bytes `start` to `end`, zero-based, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** Conditions for accepting bytes; both values come from the client. */
export interface ExpectedBytes {
  size: number
  /** SHA-256, hexadecimal; absent when it is not known beforehand. */
  sha256?: string
}

export interface StoredObject {
  size: number
  /** SHA-256 of the stored bytes, hexadecimal; null when the store does not keep it (`put` returned it). */
  sha256: string | null
}

/** A URL to be signed: for exactly these bytes under this key, valid from `at` for `lifetimeMs`. */
export interface UploadGrant {
  key: string
  size: number
  /** Content-Type the PUT must carry. */
  mimeType: string
  at: Date
  lifetimeMs: number
}

/** An upload that its signed URL can no longer change. */
export interface FrozenObject {
  /** Its final key, for `get`, `head` and `delete`. */
  key: string
  size: number
  sha256: string
}

/** An entry of the store, for the search for orphans. */
export interface StoreEntry {
  key: string
  /** `upload`: arrived through a signed URL and is not frozen. */
  kind: 'object' | 'upload'
  storedAt: Date
}

/**
 * Written into a store to say which database it belongs to: the id the database knows it by, and the number
 * of sweeps.
 */
export const StoreMark = z.object({ id: z.string().min(1), generation: z.int().min(0) })
export type StoreMark = z.infer<typeof StoreMark>

export type BinnedKind = StoreEntry['kind'] | 'build'

/** An entry in the bin of a store. */
export interface BinEntry {
  key: string
  kind: BinnedKind
  binnedAt: Date
}

/** A PUT to a signed URL of a store that receives uploads itself. */
export interface UploadRequest {
  /** The requested URL, starting with the path. */
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
  /** The sender disconnected before the last byte. */
  | 'broken-off'
  | 'full'

/** The 503 while the store does not answer; `cause` is its error. A retry may succeed. */
export function storeUnavailable(cause: unknown): Refusal {
  const refusal = new Refusal('unavailable', 'Files can’t be reached right now. Try again in a few minutes.')
  refusal.cause = cause
  return refusal
}

/** The store refuses; nothing was changed. */
export class StoreRefusal extends Error {
  readonly reason: StoreRefusalReason
  constructor(reason: StoreRefusalReason, message: string) {
    super(message)
    this.name = 'StoreRefusal'
    this.reason = reason
  }
}

/**
 * Storage for the bytes of files: the embedded store in `DATA_DIR`, or a bucket. Every adapter satisfies
 * `fileStorePromises` (file-store-suite.ts). Keys are opaque (`makeStoreKey`), one per upload attempt, or
 * name a file of a published build (`makeBuildKey`). An object is complete or absent and never changes.
 * Uploads go through signed URLs directly to the store and are kept separate until they are frozen: repeating
 * a PUT later changes nothing.
 */
export interface FileStore {
  kind: 'embedded' | 's3'
  /**
   * Stores a stream under a new key. Resolves once the bytes would survive a power failure. Refuses `exists`,
   * `size-mismatch` (as soon as one byte too many arrives) and `hash-mismatch`. Then, and when the stream
   * fails, no object is created.
   */
  put(key: string, bytes: Readable, expected: ExpectedBytes): Promise<{ size: number; sha256: string }>
  /** The bytes, or a range that must be within the object. Refuses `missing`. */
  get(key: string, range?: ByteRange): Promise<{ size: number; body: Readable }>
  /** Size and hash of the object, or null. */
  head(key: string): Promise<StoredObject | null>
  /** Deletes an object; a missing one is not an error. */
  delete(key: string): Promise<void>
  /**
   * A URL that accepts one PUT of exactly those bytes. It accepts nothing else, and no byte of the URL can be
   * changed.
   */
  signUpload(grant: UploadGrant): Promise<string>
  /**
   * Makes an upload unreachable for its signed URL and measures it. Can be repeated. Refuses `missing`,
   * `size-mismatch` and `type-mismatch`. After a mismatch the upload is discarded and the URL can be used
   * again.
   */
  freeze(key: string, expected: { size: number; mimeType: string }): Promise<FrozenObject>
  /** Deletes an upload that is not frozen. */
  discardUpload(key: string): Promise<void>
  /** All files and uploads, in no order. */
  list(): AsyncIterable<StoreEntry>
  /** The keys of all build files, in no order. */
  listBuilds(): AsyncIterable<string>
  /** Moves an entry to the bin, where only `getFromBin` reads it; a missing entry is not an error. */
  moveToBin(key: string, kind: BinnedKind): Promise<void>
  /** Restores an entry from the bin; false when the bin does not contain it. */
  restoreFromBin(key: string, kind: BinnedKind): Promise<boolean>
  /** Deletes an entry from the bin permanently. */
  purge(key: string, kind: BinnedKind): Promise<void>
  /** The bytes of an object in the bin, for a backup that knows an owner of it. Refuses `missing`. */
  getFromBin(key: string): Promise<{ size: number; body: Readable }>
  /** All entries in the bin, in no order. */
  listBin(): AsyncIterable<BinEntry>
  /** The mark of the store; null when none was written. */
  readMark(): Promise<StoreMark | null>
  writeMark(mark: StoreMark): Promise<void>
  /**
   * Receives a PUT to one of its signed URLs; absent when another server does that. The same bytes again are
   * accepted, other bytes are refused with `exists`.
   */
  receive?: (request: UploadRequest) => Promise<{ sha256: string }>
  /** Throws when the store cannot serve. */
  ping(): Promise<void>
}

const keyPattern = /^[0-9a-f]{32}$/

/**
 * A store key from 16 bytes: random for an upload, a hash for seeded files so that the same bytes are stored
 * once.
 */
export function makeStoreKey(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 16)).toString('hex')
}

/** Key prefix of the files of published builds. */
export const buildsFolder = 'remotes'
const buildKeyPattern = new RegExp(
  `^${buildsFolder}/[a-z][a-z0-9_]*/\\d[0-9A-Za-z.-]*(/[A-Za-z0-9_@+~-][A-Za-z0-9._@+~-]*)+$`,
)

/** The key of a file of a published build; it never changes. */
export function makeBuildKey(name: string, version: string, path: string): string {
  return `${buildsFolder}/${name}/${version}/${path}`
}

/** Whether the key names a file of a build. If so, it is below the builds folder, whatever the file name. */
export function isBuildKey(key: string): boolean {
  return buildKeyPattern.test(key)
}

/**
 * Throws unless the key is a store key. Every adapter calls this for everything except build files, so that a
 * key is never a path, a name or client input.
 */
export function requireStoreKey(key: string): string {
  if (!keyPattern.test(key)) throw new StoreRefusal('bad-key', 'That is no key of the file store.')
  return key
}
