import { lookup } from 'node:dns'
import type { LookupOptions } from 'node:dns'
import { request as requestHttp } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { z } from 'zod'
import { isLoopback } from '#platform/environment/loopback.ts'
import { isPublicAddress, plainHost } from './public-address.ts'

/** Why a request to an outside address brought no answer that can be read. */
export type OutsideFault =
  | 'private-address'
  | 'redirected-inside'
  | 'too-many-redirects'
  | 'unreachable'
  | 'timeout'
  | 'too-large'
  | 'cut-off'

/** Thrown for a request without a complete answer. `host` is the one that was asked. */
export class OutsideError extends Error {
  readonly fault: OutsideFault
  readonly host: string
  constructor(fault: OutsideFault, host: string, cause?: unknown) {
    super(`${host}: ${fault}`, { cause })
    this.name = 'OutsideError'
    this.fault = fault
    this.host = host
  }
}

export interface OutsideRequest {
  url: URL
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** Limits of the whole request, redirects included, and of its answer. */
  timeoutMs: number
  maxBytes: number
  /** The address itself may be private; what it redirects to never is. */
  allowPrivate: boolean
  signal?: AbortSignal | undefined
}

export interface OutsideBytes {
  status: number
  headers: Readonly<Record<string, string>>
  bytes: Buffer
}

export interface OutsideResponse extends OutsideBytes {
  /** The bytes as UTF-8. */
  readonly text: string
}

const maxRedirects = 3
const Bytes = z.instanceof(Uint8Array)
/** Headers that only the origin that was asked may see. */
const secretHeaders = new Set(['authorization', 'x-app-token', 'cookie'])

class PrivateAddress extends Error {}

/**
 * Resolves a name like `dns.lookup`, and refuses it if one of its addresses is private. It is what is
 * connected to.
 */
const publicLookup: LookupFunction = (host, options: LookupOptions, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '')
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new PrivateAddress(host), '')
    const [first] = addresses
    return options.all === true
      ? callback(null, addresses)
      : callback(null, first?.address ?? '', first?.family)
  })
}

/** Whether a URL names a private host by itself, before any name is resolved. */
export function namesPrivateHost(url: URL): boolean {
  const host = plainHost(url)
  return isLoopback(host.toLowerCase()) || (isIP(host) !== 0 && !isPublicAddress(host))
}

function connect({ url, method = 'GET', headers, allowPrivate, body }: OutsideRequest, signal: AbortSignal) {
  const resolved = allowPrivate ? {} : { lookup: publicLookup }
  const options = { method, headers: { ...headers }, signal, agent: false, ...resolved }
  return new Promise<IncomingMessage>((resolve, reject) => {
    const sent =
      url.protocol === 'https:' ? requestHttps(url, options, resolve) : requestHttp(url, options, resolve)
    sent.on('error', reject)
    sent.end(body)
  })
}

async function readBytes(response: IncomingMessage, maxBytes: number, host: string): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response) {
    const bytes = Bytes.parse(part)
    size += bytes.length
    if (size > maxBytes) throw new OutsideError('too-large', host)
    parts.push(bytes)
  }
  const declared = Number(response.headers['content-length'] ?? size)
  if (!response.complete || size < declared) throw new OutsideError('cut-off', host)
  return Buffer.concat(parts)
}

async function readAnswer(response: IncomingMessage, maxBytes: number, host: string): Promise<OutsideBytes> {
  const bytes = await readBytes(response, maxBytes, host)
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, String(value ?? '')]),
  )
  return { status: response.statusCode ?? 0, headers, bytes }
}

const isRedirect = ({ statusCode = 0, headers }: IncomingMessage) =>
  statusCode >= 300 && statusCode < 400 && statusCode !== 304 && headers.location !== undefined

/** The request that follows a redirect, without secrets where it leads to another origin. */
function followed(request: OutsideRequest, location: string, host: string): OutsideRequest {
  if (!URL.canParse(location, request.url.href)) throw new OutsideError('unreachable', host)
  const url = new URL(location, request.url)
  if (!['http:', 'https:'].includes(url.protocol)) throw new OutsideError('unreachable', host)
  if (namesPrivateHost(url)) throw new OutsideError('redirected-inside', host)
  const isSameOrigin = url.origin === request.url.origin
  const headers = Object.fromEntries(
    Object.entries(request.headers ?? {}).filter(
      ([name]) => isSameOrigin || !secretHeaders.has(name.toLowerCase()),
    ),
  )
  return { ...request, url, headers, allowPrivate: false }
}

function faultOf(error: unknown, timeout: AbortSignal, host: string, hops: number): OutsideError {
  if (error instanceof OutsideError) return error
  if (error instanceof PrivateAddress)
    return new OutsideError(hops === 0 ? 'private-address' : 'redirected-inside', host, error)
  if (timeout.aborted) return new OutsideError('timeout', host, error)
  const isCut = error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
  return new OutsideError(isCut ? 'cut-off' : 'unreachable', host, error)
}

const signalOf = (asked: OutsideRequest, timeout: AbortSignal) =>
  asked.signal === undefined ? timeout : AbortSignal.any([timeout, asked.signal])

/**
 * A request as `requestOutside` makes it, of any bytes and without following redirects: a redirect is an
 * answer.
 */
export async function requestOutsideOnce(asked: OutsideRequest): Promise<OutsideBytes> {
  const timeout = AbortSignal.timeout(asked.timeoutMs)
  const { host } = asked.url
  try {
    if (!asked.allowPrivate && namesPrivateHost(asked.url)) throw new OutsideError('private-address', host)
    return await readAnswer(await connect(asked, signalOf(asked, timeout)), asked.maxBytes, host)
  } catch (error) {
    throw faultOf(error, timeout, host, 0)
  }
}

/**
 * A request to an address that a person typed. It never reaches this machine or its network, whatever a name
 * resolves to or an answer redirects to, unless `allowPrivate` says so of the first address. It is bounded in
 * time and size. Throws OutsideError; any status is an answer.
 */
export async function requestOutside(asked: OutsideRequest): Promise<OutsideResponse> {
  const timeout = AbortSignal.timeout(asked.timeoutMs)
  const signal = signalOf(asked, timeout)
  let request = asked
  const { host } = asked.url
  for (let hops = 0; ; hops += 1) {
    try {
      if (!request.allowPrivate && namesPrivateHost(request.url))
        throw new OutsideError('private-address', host)
      const response = await connect(request, signal)
      if (isRedirect(response)) {
        response.destroy()
        if (hops === maxRedirects) throw new OutsideError('too-many-redirects', host)
        request = followed(request, response.headers.location ?? '', host)
        continue
      }
      const answer = await readAnswer(response, asked.maxBytes, host)
      return {
        ...answer,
        get text() {
          return answer.bytes.toString('utf8')
        },
      }
    } catch (error) {
      throw faultOf(error, timeout, host, hops)
    }
  }
}
