import { createHmac, timingSafeEqual } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { request as requestByHttp } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as requestByHttps } from 'node:https'
import { isIP } from 'node:net'
import { Refusal } from '@portal/contract'
import { isPublicAddress, plainHost } from '#platform/outside/public-address.ts'

const maxPictureBytes = 10 * 1_048_576
const maxWaitMs = 10_000
const picturesPath = '/api/mail/pictures'

/** Network access; replaced in tests. */
export interface PictureWorld {
  resolve: (host: string) => Promise<readonly string[]>
  isPublic: (address: string) => boolean
  /** Whether pictures may be fetched from this port. Empty is the default port. */
  isPort: (port: string) => boolean
}

const theWorld: PictureWorld = {
  resolve: async (host) => (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address),
  isPublic: isPublicAddress,
  isPort: (port) => port === '',
}

const signatureOf = (secretKey: string, url: string) =>
  createHmac('sha256', secretKey).update(`mail picture ${url}`).digest('base64url')

/**
 * The portal's signed URL of a remote picture: only URLs from a mail are fetched, by the portal and not by
 * its reader.
 */
export function pictureAddress(secretKey: string, url: string): string {
  return `${picturesPath}?url=${encodeURIComponent(url)}&signature=${signatureOf(secretKey, url)}`
}

/** Throws 403 for a URL the portal has not signed. */
export function requireSigned(secretKeys: readonly string[], url: string, signature: string): void {
  const given = Buffer.from(signature)
  const isSigned = secretKeys.some((key) => {
    const expected = Buffer.from(signatureOf(key, url))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isSigned) throw new Refusal('forbidden', 'This image was not requested by a message.')
}

const blocked = () => new Refusal('forbidden', 'This image is not on the public internet.')
const notThere = () => new Refusal('not-found', 'This image is not available.')

const signatures: readonly [mimeType: string, isOne: (bytes: Buffer) => boolean][] = [
  ['image/png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  ['image/gif', (bytes) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))],
  ['image/webp', (bytes) => /^RIFF[\s\S]{4}WEBP/.test(bytes.toString('latin1', 0, 12))],
]

function ask(url: URL, address: string): Promise<IncomingMessage> {
  const family = isIP(address)
  const send = url.protocol === 'https:' ? requestByHttps : requestByHttp
  return new Promise((resolve, reject) => {
    const request = send(url, {
      headers: { accept: 'image/png, image/jpeg, image/gif, image/webp', 'accept-encoding': 'identity' },
      // Only the checked address is used, even if the name now resolves to another one.
      lookup: (_host, options, callback) =>
        options.all ? callback(null, [{ address, family }]) : callback(null, address, family),
      agent: false,
      timeout: maxWaitMs,
      signal: AbortSignal.timeout(maxWaitMs),
    })
    request.once('response', resolve)
    request.once('timeout', () => request.destroy(notThere()))
    request.once('error', () => reject(notThere()))
    request.end()
  })
}

async function readBytes(response: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of response) {
    if (!Buffer.isBuffer(piece)) continue
    size += piece.length
    if (size > maxPictureBytes) throw new Refusal('too-large', 'This image is larger than 10 MB.')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/**
 * Fetches a remote picture: by http or https from the public internet (every address of its host must be
 * public), without redirects, and only if its bytes are a picture. Throws 403, 404, 413 and 415.
 */
export async function fetchPicture(
  address: string,
  world: PictureWorld = theWorld,
): Promise<{ mimeType: string; bytes: Buffer }> {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || !world.isPort(url.port))
    throw blocked()
  const host = plainHost(url)
  const addresses = isIP(host) === 0 ? await world.resolve(host).catch(() => []) : [host]
  if (addresses.length === 0) throw notThere()
  if (!addresses.every((address) => world.isPublic(address))) throw blocked()
  const response = await ask(url, addresses[0] ?? '')
  try {
    const { statusCode = 0, headers } = response
    if (statusCode >= 300 && statusCode < 400) throw blocked()
    if (statusCode !== 200) throw notThere()
    if (Number(headers['content-length'] ?? 0) > maxPictureBytes)
      throw new Refusal('too-large', 'This image is larger than 10 MB.')
    const bytes = await readBytes(response)
    const mimeType = signatures.find(([, isOne]) => isOne(bytes))?.[0]
    if (mimeType === undefined) throw new Refusal('unsupported-media-type', 'This image type is not allowed.')
    return { mimeType, bytes }
  } finally {
    response.destroy()
  }
}
