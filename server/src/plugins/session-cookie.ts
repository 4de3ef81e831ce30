import { sessionCookie } from '@portal/contract'
import type { FastifyReply } from 'fastify'
import { absoluteLifetimeMs } from './sessions.queries.ts'

/**
 * The cookie as spec.txt section 3 asks (path /, secure, same-site lax) and HttpOnly. Browsers accept Secure cookies from
 * http://localhost, so it holds there too.
 */
const cookieOptions = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const

/** Sends a session's cookie; that of a pre-session ends with the browser. */
export function sendSessionCookie(reply: FastifyReply, token: string, stage: 'full' | 'pre'): void {
  const maxAge = stage === 'full' ? { maxAge: absoluteLifetimeMs / 1000 } : {}
  reply.setCookie(sessionCookie, token, { ...cookieOptions, ...maxAge })
}

/** Takes the cookie out of the browser. */
export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(sessionCookie, cookieOptions)
}
