import { Refusal, phrase } from '@portal/contract'
import type { DomainDeps } from '#domain/deps.ts'
import { OutsideError, requestOutsideOnce } from '#platform/outside/outside-request.ts'
import type { OutsideBytes } from '#platform/outside/outside-request.ts'
import type { SessionUser } from '#platform/sessions/session-user.ts'
import { signIdentity } from './identity.ts'

/** Largest body and answer, time of a call, and calls of one remote that one server has open. */
export const backEndLimits = {
  bodyBytes: 1_048_576,
  answerBytes: 5_242_880,
  callMs: 10_000,
  openCalls: 8,
} as const

/** Headers of a call that the back end gets. Never cookies, tokens or addresses of the person. */
const forwardedHeaders = ['accept', 'accept-language', 'content-type'] as const

/** Types of answers that a page gets as they are. All others are a download. */
const dataTypes: ReadonlySet<string> = new Set([
  'application/json',
  'application/geo+json',
  'application/problem+json',
  'text/plain',
  'text/csv',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
])

/** Counts the open calls of each remote, so that a slow back end takes no more than its share of a server. */
export class OpenCalls {
  readonly #open = new Map<string, number>()

  /** Runs a call, or throws 503 when the remote has too many open. */
  async run<Result>(remote: string, call: () => Promise<Result>): Promise<Result> {
    const open = this.#open.get(remote) ?? 0
    if (open >= backEndLimits.openCalls)
      throw new Refusal('unavailable', phrase('The back end of {{remote}} is busy. Try again.', { remote }))
    this.#open.set(remote, open + 1)
    try {
      return await call()
    } finally {
      const left = (this.#open.get(remote) ?? 1) - 1
      if (left === 0) this.#open.delete(remote)
      else this.#open.set(remote, left)
    }
  }
}

/** True if a segment leads out of its folder, also where a back end decodes it twice. */
function leadsAway(segment: string): boolean {
  const decoded = segment
    .replaceAll(/%25/g, '%')
    .replaceAll(/%2e/gi, '.')
    .replaceAll(/%(?:2f|5c)/gi, '/')
  return decoded === '.' || decoded === '..' || /[/\\]/.test(decoded)
}

/**
 * The address of a call at the back end. `rest` is the part of the path below the remote, as it was sent,
 * with the query. Throws 400 for a path that would leave the back end's own.
 */
export function backEndUrlOf(backEnd: URL, rest: string): URL {
  const [path = '', query] = rest.split(/\?(.*)/s, 2)
  if (path.split('/').some(leadsAway))
    throw new Refusal('validation-failed', 'The path has a part that is not allowed.')
  const base = backEnd.pathname.replace(/\/$/, '')
  const url = new URL(backEnd.origin)
  url.pathname = `${base}/${path}`
  if (query !== undefined) url.search = query
  return url
}

interface ForwardedCall {
  remote: string
  backEnd: URL
  method: string
  rest: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Uint8Array | undefined
  person: SessionUser
  requestId: string
  signal: AbortSignal
}

interface ForwardedAnswer {
  status: number
  type: string
  /** Whether the browser saves it instead of showing it. */
  isDownload: boolean
  bytes: Buffer
}

/**
 * The answer as a page of the portal may get it: a status, a type of data, bytes; no header of the back end.
 */
function cleaned(remote: string, { status, headers, bytes }: OutsideBytes): ForwardedAnswer {
  if (status < 200 || (status >= 300 && status < 400))
    throw new Refusal('unavailable', phrase('The back end of {{remote}} redirected the call.', { remote }))
  if (status >= 500)
    throw new Refusal('unavailable', phrase('The back end of {{remote}} failed.', { remote }))
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';', 1)
  const isData = dataTypes.has(type.trim())
  return {
    // 401 and 407 would ask for a sign-in that is the portal's own matter.
    status: status === 401 || status === 407 ? 403 : status,
    type: isData ? type.trim() : 'application/octet-stream',
    isDownload: !isData,
    bytes,
  }
}

/** Forwards a call as the person, without anything of their session. Throws 400 and 503. */
export async function forward(deps: DomainDeps, call: ForwardedCall): Promise<ForwardedAnswer> {
  const { remote, backEnd, method, person, body, signal } = call
  const url = backEndUrlOf(backEnd, call.rest)
  const given = forwardedHeaders.flatMap((name) => {
    const value = call.headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  const path = url.pathname + url.search
  const identity = signIdentity(deps, person, { remote, audience: url.origin, method, path })
  const headers = {
    ...Object.fromEntries(given),
    'accept-encoding': 'identity',
    'user-agent': 'permit-portal',
    'x-request-id': call.requestId,
    'portal-identity': identity,
    ...(body && { 'content-length': String(body.byteLength) }),
  }
  try {
    const answer = await requestOutsideOnce({
      url,
      method,
      headers,
      ...(body && { body }),
      timeoutMs: backEndLimits.callMs,
      maxBytes: backEndLimits.answerBytes,
      allowPrivate: deps.environment.allowPrivateApps,
      signal,
    })
    return cleaned(remote, answer)
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    deps.log.warn({ remote, fault: error.fault, host: error.host }, 'a back end of a remote did not answer')
    throw new Refusal(
      'unavailable',
      error.fault === 'too-large'
        ? phrase('The answer of the back end of {{remote}} is too large.', { remote })
        : phrase('The back end of {{remote}} did not answer.', { remote }),
    )
  }
}
