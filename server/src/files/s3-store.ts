import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { hasCode } from '#platform/error-code.ts'
import type { Environment } from '#platform/environment/environment.ts'
import {
  StoreMark,
  StoreRefusal,
  buildsFolder,
  isBuildKey,
  requireStoreKey,
  storeUnavailable,
} from '#platform/storage/file-store.ts'
import type {
  BinEntry,
  BinnedKind,
  ByteRange,
  ExpectedBytes,
  FileStore,
  FrozenObject,
  StoreEntry,
  UploadGrant,
} from '#platform/storage/file-store.ts'
import { hashBytes, measuringStream } from './hashing-writer.ts'

type Bucket = NonNullable<Environment['s3']>

const folders = { object: 'objects/', upload: 'uploads/' } as const
/** Timeouts, so that a bucket cannot block a request. */
const connectWithinMs = 5_000
const respondWithinMs = 60_000

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}

const networkCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']

/** Whether the bucket did not answer, or answered that it cannot at the moment. */
function isUnavailable(error: unknown): boolean {
  const status = statusOf(error)
  if (status !== undefined) return status >= 500 || status === 429
  if (error instanceof AggregateError) return error.errors.some((error) => hasCode(error, ...networkCodes))
  return hasCode(error, ...networkCodes) || (error instanceof Error && error.name === 'TimeoutError')
}

const isMissing = (error: unknown) => statusOf(error) === 404
const isTaken = (error: unknown) => statusOf(error) === 412 || statusOf(error) === 409

/**
 * Freezing copies an object under its final key. Keys contain no characters that would need encoding in the
 * copy source.
 */
const objectKey = (key: string) => (isBuildKey(key) ? key : folders.object + requireStoreKey(key))
const uploadKey = (key: string) => folders.upload + requireStoreKey(key)
const binFolder = 'bin/'
/** Outside the folders, so that no listing contains it. */
const markKey = 'store.json'
const liveKey = (key: string, kind: BinnedKind) => (kind === 'upload' ? uploadKey(key) : objectKey(key))

/**
 * Stores files in a bucket. Objects are below `objects/`, build files under their own keys, uploads through
 * signed URLs below `uploads/`, where a signed PUT can be repeated until it expires. Freezing copies the
 * upload to a key that no URL was ever signed for, and measures the copy.
 */
class S3Store implements FileStore {
  readonly kind = 's3'
  readonly #client: S3Client
  readonly #bucket: string
  readonly #makeKey: () => string

  constructor({ endpoint, bucket, region, accessKeyId, secretAccessKey }: Bucket, makeKey: () => string) {
    this.#bucket = bucket
    this.#makeKey = makeKey
    this.#client = new S3Client({
      endpoint,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
      // Otherwise every signed URL carries the checksum of an empty body, which stores other than Amazon's
      // refuse.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: connectWithinMs, requestTimeout: respondWithinMs },
    })
    this.#client.middlewareStack.add(
      (next) => async (args) => {
        try {
          return await next(args)
        } catch (error) {
          throw isUnavailable(error) ? storeUnavailable(error) : error
        }
      },
      { step: 'initialize', name: 'portalUnavailable' },
    )
  }

  async put(
    key: string,
    bytes: Readable,
    expected: ExpectedBytes,
  ): Promise<{ size: number; sha256: string }> {
    const target = { Bucket: this.#bucket, Key: objectKey(key) }
    if ((await this.#find(target.Key)) !== null) {
      bytes.destroy()
      throw new StoreRefusal('exists', 'The key is taken.')
    }
    const { through, measured } = measuringStream(expected)
    const failed = new Promise<never>((_, reject) => {
      bytes.once('error', (error) => through.destroy(error))
      through.once('error', reject)
    })
    const command = new PutObjectCommand({
      ...target,
      Body: bytes.pipe(through),
      ContentLength: expected.size,
      IfNoneMatch: '*',
    })
    const abort = new AbortController()
    try {
      // When the body fails, the request may wait for the rest of it, so both are watched.
      await Promise.race([this.#client.send(command, { abortSignal: abort.signal }), failed])
      return measured()
    } catch (error) {
      abort.abort()
      if (isTaken(error)) throw new StoreRefusal('exists', 'The key is taken.')
      throw error
    } finally {
      bytes.destroy()
    }
  }

  async get(key: string, range?: ByteRange): Promise<{ size: number; body: Readable }> {
    return this.#read(objectKey(key), range)
  }

  async #read(key: string, range?: ByteRange): Promise<{ size: number; body: Readable }> {
    const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`
    try {
      const response = await this.#client.send(
        new GetObjectCommand({ Bucket: this.#bucket, Key: key, Range }),
      )
      if (!(response.Body instanceof Readable)) throw new TypeError('The bucket answered no stream.')
      const whole =
        response.ContentRange === undefined
          ? response.ContentLength
          : Number(response.ContentRange.split('/').at(-1))
      return { size: whole ?? 0, body: response.Body }
    } catch (error) {
      if (isMissing(error)) throw new StoreRefusal('missing', 'Nothing lies under that key.')
      throw error
    }
  }

  async head(key: string): Promise<{ size: number; sha256: null } | null> {
    const found = await this.#find(objectKey(key))
    return found === null ? null : { size: found.size, sha256: null }
  }

  async #find(key: string): Promise<{ size: number; mimeType: string } | null> {
    try {
      const { ContentLength = 0, ContentType = '' } = await this.#client.send(
        new HeadObjectCommand({ Bucket: this.#bucket, Key: key }),
      )
      return { size: ContentLength, mimeType: ContentType }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async delete(key: string): Promise<void> {
    await this.#remove(objectKey(key))
  }

  async #remove(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key }))
  }

  async signUpload({ key, size, mimeType, at, lifetimeMs }: UploadGrant): Promise<string> {
    const command = new PutObjectCommand({
      Bucket: this.#bucket,
      Key: uploadKey(key),
      ContentLength: size,
      ContentType: mimeType,
    })
    return getSignedUrl(this.#client, command, {
      expiresIn: Math.ceil(lifetimeMs / 1000),
      signingDate: at,
      signableHeaders: new Set(['host', 'content-type', 'content-length']),
    })
  }

  async freeze(key: string, { size, mimeType }: { size: number; mimeType: string }): Promise<FrozenObject> {
    const from = uploadKey(key)
    if ((await this.#find(from)) === null) throw new StoreRefusal('missing', 'No file was uploaded.')
    const frozen = this.#makeKey()
    const copy = { Bucket: this.#bucket, Key: objectKey(frozen), CopySource: `${this.#bucket}/${from}` }
    await this.#client.send(new CopyObjectCommand(copy))
    const found = await this.#find(copy.Key)
    const reason =
      found?.size !== size ? 'size-mismatch' : found.mimeType !== mimeType ? 'type-mismatch' : null
    if (reason !== null) {
      await Promise.all([this.#remove(copy.Key), this.#remove(from)])
      throw new StoreRefusal(reason, 'The stored file does not match the announced file.')
    }
    const { body } = await this.get(frozen)
    return { key: frozen, size, sha256: await hashBytes(body) }
  }

  async discardUpload(key: string): Promise<void> {
    await this.#remove(uploadKey(key))
  }

  async *list(): AsyncIterable<StoreEntry> {
    for (const kind of ['object', 'upload'] as const) {
      for await (const { Key = '', LastModified } of this.#below(folders[kind])) {
        yield { key: Key.slice(folders[kind].length), kind, storedAt: LastModified ?? new Date() }
      }
    }
  }

  async *listBuilds(): AsyncIterable<string> {
    for await (const { Key = '' } of this.#below(`${buildsFolder}/`)) if (isBuildKey(Key)) yield Key
  }

  async *#below(prefix: string): AsyncIterable<{ Key?: string; LastModified?: Date }> {
    const wanted = { Bucket: this.#bucket, Prefix: prefix }
    for await (const { Contents = [] } of paginateListObjectsV2({ client: this.#client }, wanted))
      yield* Contents
  }

  async #move(from: string, to: string): Promise<boolean> {
    if ((await this.#find(from)) === null) return false
    await this.#client.send(
      new CopyObjectCommand({ Bucket: this.#bucket, Key: to, CopySource: `${this.#bucket}/${from}` }),
    )
    await this.#remove(from)
    return true
  }

  async moveToBin(key: string, kind: BinnedKind): Promise<void> {
    await this.#move(liveKey(key, kind), binFolder + liveKey(key, kind))
  }

  restoreFromBin(key: string, kind: BinnedKind): Promise<boolean> {
    return this.#move(binFolder + liveKey(key, kind), liveKey(key, kind))
  }

  async purge(key: string, kind: BinnedKind): Promise<void> {
    await this.#remove(binFolder + liveKey(key, kind))
  }

  async getFromBin(key: string): Promise<{ size: number; body: Readable }> {
    return this.#read(binFolder + liveKey(key, 'object'))
  }

  async *listBin(): AsyncIterable<BinEntry> {
    for await (const { Key = '', LastModified } of this.#below(binFolder)) {
      const [live, binnedAt] = [Key.slice(binFolder.length), LastModified ?? new Date()]
      if (isBuildKey(live)) yield { key: live, kind: 'build', binnedAt }
      for (const kind of ['object', 'upload'] as const) {
        if (live.startsWith(folders[kind])) yield { key: live.slice(folders[kind].length), kind, binnedAt }
      }
    }
  }

  async readMark(): Promise<StoreMark | null> {
    try {
      const { Body } = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: markKey }))
      return StoreMark.parse(JSON.parse((await Body?.transformToString()) ?? ''))
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async writeMark(mark: StoreMark): Promise<void> {
    const body = { Body: JSON.stringify(mark), ContentType: 'application/json' }
    await this.#client.send(new PutObjectCommand({ Bucket: this.#bucket, Key: markKey, ...body }))
  }

  async ping(): Promise<void> {
    await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }))
  }
}

/** A store in an S3-compatible bucket. `makeKey` creates the keys of frozen objects. */
export function createS3Store(bucket: Bucket, makeKey: () => string): FileStore {
  return new S3Store(bucket, makeKey)
}
