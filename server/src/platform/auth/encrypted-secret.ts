import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

function keyFor(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `portal ${purpose}`, 32))
}

/** Identifies a key without revealing it. Encrypted values begin with it. */
export function keyIdOf(secretKey: string): string {
  return createHash('sha256').update(`portal key id ${secretKey}`).digest('hex').slice(0, 12)
}

/**
 * Encrypts a secret for the database. It can be decrypted only with SECRET_KEY and for the same purpose.
 * Source: checklist item 100.
 */
export function encryptSecret(secretKey: string, purpose: string, secret: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, keyFor(secretKey, purpose), iv)
  const bytes = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return `${keyIdOf(secretKey)}.${Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64url')}`
}

function openWith(secretKey: string, purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(algorithm, keyFor(secretKey, purpose), bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString(
    'utf8',
  )
}

/** Decrypts a value without a key id by trying all keys. */
function openWithAny(secretKeys: readonly string[], purpose: string, sealed: string): string {
  for (const [at, key] of secretKeys.entries()) {
    try {
      return openWith(key, purpose, sealed)
    } catch (error) {
      if (at === secretKeys.length - 1) throw error
    }
  }
  throw new Error('There is no key to open this with.')
}

/**
 * Decrypts a secret with the current key or one of `oldKeys`. Throws for another key, another purpose or a
 * modified value. Values that were encrypted before keys had ids contain no key id.
 */
export function decryptSecret(
  secretKey: string,
  purpose: string,
  sealed: string,
  oldKeys: readonly string[] = [],
): string {
  const keys = [secretKey, ...oldKeys]
  const end = sealed.indexOf('.')
  if (end === -1) return openWithAny(keys, purpose, sealed)
  const id = sealed.slice(0, end)
  const key = keys.find((key) => keyIdOf(key) === id)
  if (key === undefined)
    throw new Error(
      `This was sealed with the key ${id}, which is neither SECRET_KEY nor among SECRET_KEYS_OLD.`,
    )
  return openWith(key, purpose, sealed.slice(end + 1))
}
