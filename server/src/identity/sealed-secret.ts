import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

function keyFor(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `portal ${purpose}`, 32))
}

/** A secret as it may lie in the database: readable with SECRET_KEY alone, and for its purpose alone. Source: checklist item 100. */
export function sealSecret(secretKey: string, purpose: string, secret: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, keyFor(secretKey, purpose), iv)
  const bytes = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64url')
}

/** The secret again. Throws where it was sealed with another key or for something else, or altered. */
export function openSecret(secretKey: string, purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(algorithm, keyFor(secretKey, purpose), bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
}
