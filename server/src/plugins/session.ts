import { languageOf } from './language.ts'
import cookie from '@fastify/cookie'
import { Refusal, overrideCookie } from '@portal/contract'
import type { Actor } from '@portal/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { SessionCache, resolveSession } from './optimistic-session.ts'
import { clearSessionCookie, sessionHashesOf } from './session-cookie.ts'
import { SessionCheck } from './session-check.ts'
import { findSession } from './sessions.queries.ts'
import type { SessionUser } from './session-user.ts'

declare module 'fastify' {
  interface FastifyRequest {
    sessionUser: SessionUser | null
  }
  interface FastifyInstance {
    sessionCache: SessionCache
  }
  interface FastifyContextConfig {
    /**
     * Its handler may begin for an expected person while their session is read, and answers by way of
     * `withVerifiedSession` (decision 0009).
     */
    isSpeculative?: boolean
  }
}

/** Who is signed in, or null. */
export function sessionUserOf(request: FastifyRequest): SessionUser | null {
  return request.sessionUser
}

/** The signed-in person with a role, as rules see them. Throws a 401 or 403 refusal. */
export function actorOf(request: FastifyRequest): Actor {
  const viewer = sessionOf(request)
  if (viewer.role === null) throw new Refusal('forbidden', 'Your account has no role yet.')
  return {
    pid: viewer.pid,
    role: viewer.role,
    org: viewer.org?.pid ?? null,
    orgRole: viewer.orgRole,
    timeZone: viewer.timeZone,
    language: languageOf(request),
  }
}

/** The signed-in person or waiting stranger of a request. Throws a 401 refusal. */
export function sessionOf(request: FastifyRequest): SessionUser {
  const viewer = sessionUserOf(request)
  if (viewer === null) throw new Refusal('unauthenticated', 'Sign in to continue.')
  return viewer
}

/** Of several tokens the first that opens a session; they are looked up together. */
async function findFirstSession(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  hashes: readonly string[],
): Promise<void> {
  const now = deps.clock.now()
  const found = await Promise.all(hashes.map((hash) => findSession(deps, hash, now)))
  request.sessionUser = found.find((viewer) => viewer !== null) ?? null
  if (request.sessionUser === null) clearSessionCookie(reply)
}

/**
 * Finds the person behind the cookie before anything else is judged; a cookie that opens nothing is taken
 * away.
 */
export async function addSession(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(cookie)
  app.decorate('sessionCache', new SessionCache())
  app.decorate('hasHostCookies', deps.environment.publicOrigin.startsWith('https:'))
  app.decorateRequest('sessionUser', null)
  app.decorateRequest('pendingSession', null)
  app.addHook('onRequest', (request, reply, done) => {
    const hashes = needsSession(request) ? sessionHashesOf(request) : undefined
    if (hashes === undefined) return done()
    const [sessionHash, ...others] = hashes
    if (sessionHash === undefined) {
      clearSessionCookie(reply)
      return done()
    }
    if (others.length > 0) {
      findFirstSession(deps, request, reply, hashes).then(() => done(), done)
      return
    }
    const { isSpeculative } = request.routeOptions.config
    const expected = isSpeculative === true ? app.sessionCache.find(sessionHash) : undefined
    request.pendingSession = new SessionCheck(deps, sessionHash, expected)
    request.sessionUser = expected ?? null
    if (expected !== undefined) return done()
    resolveSession(request, reply).then(() => done(), done)
  })
}

/** Beginnings of addresses that answer somebody. */
const personal = ['/api/', '/federation/', '/builds/', '/metrics', '/auth/microsoft/']

/**
 * Assets are the same for everybody; they ask the database nothing. A document is, but for what its policy
 * lets a developer load.
 */
function needsSession({ url, cookies }: FastifyRequest): boolean {
  const isForSomebody = personal.some((prefix) => url.startsWith(prefix))
  return (
    isForSomebody ||
    (cookies[overrideCookie] !== undefined && !url.startsWith('/remotes/') && !url.startsWith('/assets/'))
  )
}
