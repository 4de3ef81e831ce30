import { languageOf } from '#platform/http/language.ts'
import cookie from '@fastify/cookie'
import { Refusal, overrideCookie } from '@portal/contract'
import type { Actor } from '@portal/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PlatformDeps } from '../deps.ts'
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
     * The handler may start for an expected person while the session is read, and responds through
     * `withVerifiedSession` (decision 0009).
     */
    isSpeculative?: boolean
  }
}

/** The user of the request's session, or null. */
export function sessionUserOf(request: FastifyRequest): SessionUser | null {
  return request.sessionUser
}

/** The signed-in person with a role, as access rules need it. Throws 401 or 403. */
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

/** The user of the request's session, who may still wait for approval. Throws 401. */
export function sessionOf(request: FastifyRequest): SessionUser {
  const viewer = sessionUserOf(request)
  if (viewer === null) throw new Refusal('unauthenticated', 'Sign in to continue.')
  return viewer
}

/** Sets the session user from the first valid token. All tokens are looked up together. */
async function findFirstSession(
  deps: PlatformDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  hashes: readonly string[],
): Promise<void> {
  const now = deps.clock.now()
  const found = await Promise.all(hashes.map((hash) => findSession(deps, hash, now)))
  request.sessionUser = found.find((viewer) => viewer !== null) ?? null
  if (request.sessionUser === null) clearSessionCookie(reply)
}

/** Reads the session of a request before any other check. An invalid cookie is cleared. */
export async function addSession(app: FastifyInstance, deps: PlatformDeps): Promise<void> {
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

/** Path prefixes of responses that depend on the person. */
const personal = ['/api/', '/federation/', '/builds/', '/metrics', '/auth/microsoft/']

/**
 * Assets are the same for everyone, so they need no query. The document is too, except with the override
 * cookie: its policy then depends on the person.
 */
function needsSession({ url, cookies }: FastifyRequest): boolean {
  const isForSomebody = personal.some((prefix) => url.startsWith(prefix))
  return (
    isForSomebody ||
    (cookies[overrideCookie] !== undefined && !url.startsWith('/remotes/') && !url.startsWith('/assets/'))
  )
}
