import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scryptSync } from 'node:crypto'
import { Transform } from 'node:stream'

/**
 * The form of an encrypted file: 32 random bytes, then chunks of AES-256-GCM. Each file has a key of its own,
 * derived from the random bytes and the file's name, so no file can take the place of another. The nonce of a
 * chunk is its number and whether it is the last, so no chunk can be moved, repeated or cut off.
 */
const saltBytes = 32
const chunkBytes = 65_536
const tagBytes = 16

/** The key of a backup, derived from BACKUP_KEY. */
export interface BackupKey {
  /** Stored in the manifest, so that BACKUP_KEY gives the same key again. */
  salt: string
  bytes: Buffer
}

/** Takes about 0.1 s, which slows down guessing. */
export function deriveKey(passphrase: string, salt = randomBytes(16).toString('hex')): BackupKey {
  const cost = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1_048_576 }
  return { salt, bytes: scryptSync(passphrase, Buffer.from(salt, 'hex'), 32, cost) }
}

/** Authenticates a text with the key, for one purpose. */
export function signText(key: BackupKey, purpose: string, text: string): string {
  const derived = Buffer.from(hkdfSync('sha256', key.bytes, '', `permit-portal backup ${purpose}`, 32))
  return createHmac('sha256', derived).update(text).digest('hex')
}

/** The file was changed, or was not encrypted with this key. */
class SealError extends Error {
  constructor(name: string) {
    super(`${name} cannot be decrypted`)
  }
}

const fileKey = (key: BackupKey, name: string, salt: Buffer) =>
  Buffer.from(hkdfSync('sha256', key.bytes, salt, `permit-portal backup file ${name}`, 32))

function nonceOf(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(chunk, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/**
 * Cuts passing bytes into chunks of one size, after `headBytes` that `onHead` gets. The last chunk is held
 * back until the end, because it is treated differently; it may be empty.
 */
function inChunks(
  size: number,
  onChunk: (chunk: Buffer, isLast: boolean) => Buffer,
  headBytes = 0,
  onHead: (head: Buffer) => void = () => undefined,
): Transform {
  let waiting: Buffer[] = []
  let length = 0
  let needed = headBytes
  const take = (): Buffer => {
    let all = Buffer.concat(waiting)
    if (needed > 0 && all.length >= needed) {
      onHead(all.subarray(0, needed))
      all = all.subarray(needed)
      needed = 0
    }
    const out: Buffer[] = []
    if (needed === 0)
      for (; all.length > size; all = all.subarray(size)) out.push(onChunk(all.subarray(0, size), false))
    waiting = [all]
    length = all.length
    return Buffer.concat(out)
  }
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      waiting.push(part)
      length += part.length
      try {
        done(null, length > size || needed > 0 ? take() : undefined)
      } catch (error) {
        done(asError(error))
      }
    },
    flush(done) {
      try {
        done(null, onChunk(Buffer.concat(waiting), true))
      } catch (error) {
        done(asError(error))
      }
    },
  })
}

/** Encrypts a stream for the file of this name. */
export function createSeal(key: BackupKey, name: string): Transform {
  const salt = randomBytes(saltBytes)
  const derived = fileKey(key, name, salt)
  let chunk = 0
  return inChunks(chunkBytes, (bytes, isLast) => {
    const cipher = createCipheriv('aes-256-gcm', derived, nonceOf(chunk, isLast))
    const sealed = [cipher.update(bytes), cipher.final(), cipher.getAuthTag()]
    chunk += 1
    return Buffer.concat(chunk === 1 ? [salt, ...sealed] : sealed)
  })
}

/** Decrypts a stream. It fails with a SealError before any changed byte is passed on. */
export function createUnseal(key: BackupKey, name: string): Transform {
  let derived = Buffer.alloc(0)
  let chunk = 0
  const open = (bytes: Buffer, isLast: boolean): Buffer => {
    try {
      const options = { authTagLength: tagBytes }
      const decipher = createDecipheriv('aes-256-gcm', derived, nonceOf(chunk, isLast), options)
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      chunk += 1
      return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()])
    } catch {
      throw new SealError(name)
    }
  }
  return inChunks(chunkBytes + tagBytes, open, saltBytes, (salt) => {
    derived = fileKey(key, name, salt)
  })
}
