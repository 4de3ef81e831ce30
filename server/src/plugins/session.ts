import { Refusal, sessionCookie, toRole } from '@portal/contract'
import type { Actor, Role } from '@portal/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { findSession, touchSession } from './sessions.queries.ts'

/** The person behind a request's cookie. */
export interface SignedIn {
  /** SHA-256 of the session's token: names the session without opening it. */
  sessionHash: string
  pid: string
  name: string
  email: string
  /** Null for people whose role was not granted yet. */
  role: Role | null
  org: { pid: string; title: string } | null
  /** When the person last proved who they are. */
  verifiedAt: Date
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer: SignedIn | null
  }
}

/** Who is signed in, or null. */
export function viewerOf(request: FastifyRequest): SignedIn | null {
  return request.viewer
}

/** The signed-in person with a role, as rules see them. Throws a 401 or 403 refusal. */
export function actorOf(request: FastifyRequest): Actor {
  const viewer = viewerOf(request)
  if (viewer === null) throw new Refusal('unauthenticated', 'Sign in to continue.')
  if (viewer.role === null) throw new Refusal('forbidden', 'Your account has no role yet.')
  return { pid: viewer.pid, role: viewer.role, org: viewer.org?.pid ?? null }
}
