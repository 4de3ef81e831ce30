import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import type { BackupAccount } from '#platform/environment/backup.ts'
import { noPace } from './pace.ts'
import type { Pace } from './pace.ts'
import { MissingFile, maxSameSecond, backupNameOf, namePattern } from './place.ts'
import type { BackupFiles, BackupPlace } from './place.ts'

/** A larger file is sent in parts of this size, of which there may be 10,000. */
const partBytes = 32 * 1_048_576
/** Larger objects cannot be copied by one call. */
const maxCopyBytes = 5 * 1_073_741_824

const isMissing = (error: unknown) =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404

/** The bytes of a stream in parts of one size; the last part may be smaller. An empty stream has one part. */
async function* partsOf(bytes: Readable): AsyncIterable<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  let isFirst = true
  for await (const part of bytes) {
    if (!(part instanceof Uint8Array)) throw new TypeError('A backup takes a stream of bytes.')
    waiting.push(Buffer.from(part))
    length += part.length
    while (length >= partBytes) {
      const all = Buffer.concat(waiting)
      yield all.subarray(0, partBytes)
      waiting = [all.subarray(partBytes)]
      length -= partBytes
      isFirst = false
    }
  }
  if (isFirst || length > 0) yield Buffer.concat(waiting)
}

class BucketBackup implements BackupFiles {
  readonly location: string
  readonly name: string
  readonly pace: Pace
  readonly #client: S3Client
  readonly #bucket: string
  readonly #prefix: string

  constructor(client: S3Client, bucket: string, prefix: string, name: string, pace: Pace) {
    this.#client = client
    this.#bucket = bucket
    this.#prefix = prefix
    this.name = name
    this.pace = pace
    this.location = `s3://${bucket}/${prefix}${name}`
  }

  #target(path: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${this.name}/${path}` }
  }

  async write(path: string, bytes: Readable): Promise<void> {
    const target = this.#target(path)
    let held: Buffer | null = null
    let UploadId: string | undefined
    const sent: { ETag: string | undefined; PartNumber: number }[] = []
    const send = async (Body: Buffer) => {
      UploadId ??= (await this.#client.send(new CreateMultipartUploadCommand(target))).UploadId
      const PartNumber = sent.length + 1
      const { ETag } = await this.#client.send(
        new UploadPartCommand({ ...target, UploadId, PartNumber, Body }),
      )
      sent.push({ ETag, PartNumber })
    }
    try {
      for await (const part of partsOf(bytes)) {
        if (held !== null) await send(held)
        held = part
      }
      const last = held ?? Buffer.alloc(0)
      if (UploadId === undefined) {
        await this.#client.send(new PutObjectCommand({ ...target, Body: last }))
        return
      }
      await send(last)
      const MultipartUpload = { Parts: sent }
      await this.#client.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload }))
    } catch (error) {
      if (UploadId !== undefined)
        await this.#client.send(new AbortMultipartUploadCommand({ ...target, UploadId }))
      throw error
    }
  }

  async read(path: string): Promise<Readable> {
    try {
      const { Body } = await this.#client.send(new GetObjectCommand(this.#target(path)))
      if (!(Body instanceof Readable)) throw new TypeError('The bucket answered no stream.')
      return Body
    } catch (error) {
      if (isMissing(error)) throw new MissingFile(this.location, path)
      throw error
    }
  }

  /** The server of the bucket copies the object: no bytes travel. */
  async reuse(from: BackupFiles, path: string, bytes: number): Promise<boolean> {
    if (bytes > maxCopyBytes) return false
    const { Bucket, Key } = this.#target(path)
    const CopySource = `${Bucket}/${this.#prefix}${from.name}/${path}`
    try {
      await this.#client.send(new CopyObjectCommand({ Bucket, Key, CopySource }))
      return true
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
  }
}

/** Backups in a bucket, each below a prefix of its own. Several portals use different prefixes. */
export function createBucketPlace(
  { endpoint, region, accessKeyId, secretAccessKey }: BackupAccount,
  bucket: string,
  path: string,
  pace = noPace,
): BackupPlace {
  const prefix = path === '' ? '' : `${path}/`
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const keysBelow = async function* (folder: string): AsyncIterable<string> {
    const wanted = { Bucket: bucket, Prefix: folder }
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, wanted))
      for (const { Key = '' } of Contents) yield Key
  }
  const names = async (): Promise<string[]> => {
    const found: string[] = []
    const wanted = { Bucket: bucket, Prefix: prefix, Delimiter: '/' }
    for await (const { CommonPrefixes = [] } of paginateListObjectsV2({ client }, wanted)) {
      for (const { Prefix = '' } of CommonPrefixes) {
        const name = Prefix.slice(prefix.length, -1)
        if (namePattern.test(name)) found.push(name)
      }
    }
    return found.toSorted()
  }
  return {
    location: `s3://${bucket}/${path}`,
    names,
    async create(at) {
      const taken = new Set(await names())
      for (let again = 1; again <= maxSameSecond; again += 1) {
        const name = again === 1 ? backupNameOf(at) : `${backupNameOf(at)}-${again}`
        if (taken.has(name)) continue
        const backup = new BucketBackup(client, bucket, prefix, name, pace)
        // From now on the name is taken.
        await backup.write('begun', Readable.from([Buffer.from(at.toISOString())], { objectMode: false }))
        return backup
      }
      throw new Error(`Too many backups were made in ${bucket} within one second.`)
    },
    open: (name) => new BucketBackup(client, bucket, prefix, name, pace),
    async removeBackup(name) {
      // The manifest first: what remains of a deletion that was interrupted is no backup.
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: `${prefix}${name}/manifest.json` }))
      for await (const Key of keysBelow(`${prefix}${name}/`))
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))
    },
  }
}
