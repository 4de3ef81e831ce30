import { timingSafeEqual } from 'node:crypto'
import { sessionCookie } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { absoluteLifetimeMs, hashToken } from './sessions.queries.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Is the portal reached over https? Only there browsers accept cookies whose names begin with `__Host-`.
     */
    hasHostCookies: boolean
  }
}

/**
 * The cookie as specification.md 3 asks (path /, secure, same-site lax) and HttpOnly. Browsers accept Secure
 * cookies from
 * http://localhost, so it holds there too.
 */
const cookieOptions = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const

/**
 * Says which session_token this host set itself: any sibling host can set session_token, none can set a
 * `__Host-` cookie. It holds a digest of the token, so that it opens nothing on its own. Source: decision
 * 0042.
 */
const bindingCookie = '__Host-session_binding'

/** Longer than any token this server makes; a longer cookie is refused unread. */
const maxTokenLength = 200
/** So many cookies named session_token are looked up where nothing says which is genuine. */
const maxCandidates = 5

const bindingOf = (token: string) => hashToken(`binding ${token}`)

/** Sends a session's cookies; those of a pre-session end with the browser. */
export function sendSessionCookie(reply: FastifyReply, token: string, stage: 'full' | 'pre'): void {
  const options = { ...cookieOptions, ...(stage === 'full' && { maxAge: absoluteLifetimeMs / 1000 }) }
  reply.setCookie(sessionCookie, token, options)
  if (reply.server.hasHostCookies) reply.setCookie(bindingCookie, bindingOf(token), options)
}

/** Takes the cookies out of the browser. */
export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(sessionCookie, cookieOptions)
  if (reply.server.hasHostCookies) reply.clearCookie(bindingCookie, cookieOptions)
}

/**
 * Every value of session_token in the order it was sent; the cookie parser of the server keeps the first
 * alone.
 */
function sentTokens({ headers: { cookie = '' } }: FastifyRequest): string[] {
  const prefix = `${sessionCookie}=`
  return cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
    .map((pair) => pair.slice(prefix.length))
}

function isBound(token: string, binding: string): boolean {
  const [expected, given] = [Buffer.from(bindingOf(token)), Buffer.from(binding)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/**
 * Hashes of the tokens that may be the session of a request, most often one; undefined where it sent none.
 * With the binding cookie it is the bound token alone. A browser that sends a token without it over https
 * holds one that another host planted, and gets none. Programs say nothing of where they call from and need
 * session_token alone.
 */
export function sessionHashesOf(request: FastifyRequest): string[] | undefined {
  const sent = sentTokens(request)
  if (sent.length === 0) return undefined
  const tokens = sent.filter((token) => token !== '' && token.length <= maxTokenLength)
  const binding = request.server.hasHostCookies ? request.cookies[bindingCookie] : undefined
  if (binding !== undefined)
    return tokens
      .filter((token) => isBound(token, binding))
      .slice(0, 1)
      .map(hashToken)
  if (request.server.hasHostCookies && request.headers['sec-fetch-site'] !== undefined) return []
  return [...new Set(tokens)].slice(0, maxCandidates).map(hashToken)
}
