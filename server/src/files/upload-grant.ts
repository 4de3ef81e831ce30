import { createHmac, timingSafeEqual } from 'node:crypto'
import { requestHasExpired } from '@portal/contract'
import { StoreRefusal, requireStoreKey } from '#platform/storage/file-store.ts'
import type { UploadGrant } from '#platform/storage/file-store.ts'

/**
 * Path of the URLs the embedded store signs. The object is named in the query string, which is never logged.
 */
export const uploadPath = '/uploads'

const mark = '&signature='

function signatureOf(secretKey: string, query: string): string {
  const key = createHmac('sha256', secretKey).update('signed upload addresses').digest()
  return createHmac('sha256', key).update(`PUT ${uploadPath}?${query}`).digest('hex')
}

/** Path and query string of a signed URL. */
export function signGrant(secretKey: string, { key, size, mimeType, at, lifetimeMs }: UploadGrant): string {
  const expires = String(at.getTime() + lifetimeMs)
  const query = new URLSearchParams({
    key: requireStoreKey(key),
    size: String(size),
    type: mimeType,
    expires,
  }).toString()
  return `${uploadPath}?${query}${mark}${signatureOf(secretKey, query)}`
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.byteLength === second.byteLength && timingSafeEqual(first, second)
}

/**
 * Reads what a URL grants. The signature is the last parameter and covers every byte before it as text, so
 * nothing can be changed, added, removed or re-encoded. Refuses `bad-signature`, and `expired` for a URL that
 * was valid.
 */
export function readGrant(
  secretKeys: readonly string[],
  url: string,
  now: Date,
): { key: string; size: number; mimeType: string } {
  const query = url.startsWith(`${uploadPath}?`) ? url.slice(uploadPath.length + 1) : ''
  const end = query.lastIndexOf(mark)
  const [signed, signature] = [query.slice(0, Math.max(0, end)), query.slice(end + mark.length)]
  const isSigned = end !== -1 && secretKeys.some((key) => isSame(signature, signatureOf(key, signed)))
  if (!isSigned) throw new StoreRefusal('bad-signature', 'The address is not signed.')
  const values = new URLSearchParams(signed)
  if (now.getTime() >= Number(values.get('expires'))) throw new StoreRefusal('expired', requestHasExpired)
  return {
    key: requireStoreKey(values.get('key') ?? ''),
    size: Number(values.get('size')),
    mimeType: values.get('type') ?? '',
  }
}
