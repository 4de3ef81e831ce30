import cookie from '@fastify/cookie'
import { Refusal, sessionCookie } from '@portal/contract'
import type { Actor } from '@portal/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { absoluteLifetimeMs, findSession } from './sessions.queries.ts'
import type { SignedIn } from './signed-in.ts'

declare module 'fastify' {
  interface FastifyRequest {
    viewer: SignedIn | null
  }
}

/** Longer than any token this server makes; a longer cookie is refused unread. */
const longestToken = 200

/**
 * The cookie as spec.txt section 3 asks (path /, secure, same-site lax) and HttpOnly. Browsers accept Secure cookies from
 * http://localhost, so it holds there too.
 */
const cookieOptions = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const

/** Who is signed in, or null. */
export function viewerOf(request: FastifyRequest): SignedIn | null {
  return request.viewer
}

/** The signed-in person with a role, as rules see them. Throws a 401 or 403 refusal. */
export function actorOf(request: FastifyRequest): Actor {
  const viewer = sessionOf(request)
  if (viewer.role === null) throw new Refusal('forbidden', 'Your account has no role yet.')
  return { pid: viewer.pid, role: viewer.role, org: viewer.org?.pid ?? null }
}

/** The signed-in person or waiting stranger of a request. Throws a 401 refusal. */
export function sessionOf(request: FastifyRequest): SignedIn {
  const viewer = viewerOf(request)
  if (viewer === null) throw new Refusal('unauthenticated', 'Sign in to continue.')
  return viewer
}

/** Sends a session's cookie; that of a pre-session ends with the browser. */
export function sendSessionCookie(reply: FastifyReply, token: string, stage: 'full' | 'pre'): void {
  const maxAge = stage === 'full' ? { maxAge: absoluteLifetimeMs / 1000 } : {}
  reply.setCookie(sessionCookie, token, { ...cookieOptions, ...maxAge })
}

/** Takes the cookie out of the browser. */
export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(sessionCookie, cookieOptions)
}

/** Finds the person behind the cookie before anything else is judged; a cookie that opens nothing is taken away. */
export async function addSession(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(cookie)
  app.decorateRequest('viewer', null)
  app.addHook('onRequest', async (request, reply) => {
    const token = request.cookies[sessionCookie]
    if (token === undefined || !needsSession(request.url)) return
    const isPlausible = token !== '' && token.length <= longestToken
    request.viewer = isPlausible ? await findSession(deps.database, token, deps.clock.now()) : null
    if (request.viewer === null) clearSessionCookie(reply)
  })
}

/** Assets are the same for everybody; they ask the database nothing. */
function needsSession(url: string): boolean {
  return url.startsWith('/api/') || url.startsWith('/federation/') || url.startsWith('/auth/microsoft/')
}
