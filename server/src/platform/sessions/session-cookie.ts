import { timingSafeEqual } from 'node:crypto'
import { sessionCookie } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { absoluteLifetimeMs, hashToken } from './sessions.queries.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the portal uses https. Browsers accept cookies with the `__Host-` prefix only over https. */
    hasHostCookies: boolean
  }
}

/**
 * Attributes as in specification.md 3 (path /, secure, same-site lax), plus HttpOnly. Secure also works on
 * http://localhost, where browsers accept such cookies.
 */
const cookieOptions = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const

/**
 * Marks the session_token that this host has set: a sibling host can set session_token, but no other host can
 * set a `__Host-` cookie. The value is a digest of the token and gives no access. Source: decision 0042.
 */
const bindingCookie = '__Host-session_binding'

/** More than the length of any token of this server. Longer values are ignored without a lookup. */
const maxTokenLength = 200
/** Maximum number of session_token cookies that are looked up if there is no binding cookie. */
const maxCandidates = 5

const bindingOf = (token: string) => hashToken(`binding ${token}`)

/** Sets the cookies of a session. Those of a session in stage `pre` end with the browser session. */
export function sendSessionCookie(reply: FastifyReply, token: string, stage: 'full' | 'pre'): void {
  const options = { ...cookieOptions, ...(stage === 'full' && { maxAge: absoluteLifetimeMs / 1000 }) }
  reply.setCookie(sessionCookie, token, options)
  if (reply.server.hasHostCookies) reply.setCookie(bindingCookie, bindingOf(token), options)
}

/** Deletes the session's cookies in the browser. */
export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(sessionCookie, cookieOptions)
  if (reply.server.hasHostCookies) reply.clearCookie(bindingCookie, cookieOptions)
}

/** All values of session_token in the order they were sent. The cookie parser keeps only the first. */
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
 * Hashes of the tokens that may be the session of a request, usually one; undefined if it has no such cookie.
 * With a binding cookie, only the bound token counts. Over https, a browser request without a binding cookie
 * gets no session, because another host may have set the token. Programs send no Sec-Fetch-Site header and
 * need only session_token.
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
