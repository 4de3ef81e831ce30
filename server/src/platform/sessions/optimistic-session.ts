import { Refusal } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PendingSession } from './pending-session.ts'
import { clearSessionCookie } from './session-cookie.ts'
import type { SessionCheck } from './session-check.ts'
import type { SessionUser } from './session-user.ts'

/**
 * A request may start for the user its cookie belonged to last time, while the session is read together with
 * the data. The response is sent, and writes are committed, only after the session confirms that the user has
 * not changed. Otherwise the request runs again for the current user. This way the session check needs no
 * separate round trip. Source: decision 0009.
 */
declare module 'fastify' {
  interface FastifyRequest {
    /** The session check while `sessionUser` is only expected; null once the session was read. */
    pendingSession: SessionCheck | null
  }
}

const maxEntries = 2_000

/** Users of recent sessions by the hash of their session; the oldest entry is removed first. */
export class SessionCache {
  readonly #users = new Map<string, SessionUser>()

  find(sessionHash: string): SessionUser | undefined {
    return this.#users.get(sessionHash)
  }

  set(sessionUser: SessionUser): void {
    if (this.#users.get(sessionUser.sessionHash) === sessionUser) return
    this.#users.set(sessionUser.sessionHash, sessionUser)
    const [oldest] = this.#users.keys()
    if (this.#users.size > maxEntries && oldest !== undefined) this.#users.delete(oldest)
  }

  delete(sessionHash: string): void {
    this.#users.delete(sessionHash)
  }
}

/**
 * Waits until the session is read and sets `request.sessionUser`. Clears the cookie of an invalid session,
 * unless it was valid within the last minute: the browser may already hold the next cookie and would lose it.
 * Throws if the database does not answer.
 */
export async function resolveSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.pendingSession === null) return
  const { sessionCache } = request.server
  const { pendingSession, sessionUser: expected } = request
  request.sessionUser = await pendingSession.ask()
  request.pendingSession = null
  if (request.sessionUser !== null) return sessionCache.set(request.sessionUser)
  if (expected !== null) sessionCache.delete(expected.sessionHash)
  if (!(await pendingSession.hasJustEnded())) clearSessionCookie(reply)
}

/** The error to respond with. If the session has ended, 401 replaces the error for the expected user. */
export async function errorAfterSession(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): Promise<unknown> {
  if (request.pendingSession === null) return error
  try {
    await resolveSession(request, reply)
  } catch (unreachable) {
    return unreachable
  }
  return request.sessionUser === null ? new Refusal('unauthenticated', 'Sign in to continue.') : error
}

/** The session differs from the expected one, so the request must run again. */
class SessionChangedError extends Error {}

/**
 * Runs work that may start for the expected user, and runs it again if the session turns out to be different.
 */
export async function withVerifiedSession<Answer>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (pendingSession: PendingSession | undefined) => Promise<Answer>,
): Promise<Answer> {
  const expected = request.sessionUser
  const check = request.pendingSession
  if (check === null) return work(undefined)
  const resolve = async () => {
    await resolveSession(request, reply)
    if (expected?.fingerprint !== request.sessionUser?.fingerprint)
      throw new SessionChangedError('The session changed')
  }
  // If no statement has attached the check by then, the session is read in parallel with the work's own
  // queries.
  const beside = setImmediate(() => void check.ask())
  const attach = () => {
    clearImmediate(beside)
    return check.attach()
  }
  const outcome = await work({ attach, resolve }).then(
    (result) => ({ answer: result }),
    (error: unknown) => ({ error }),
  )
  clearImmediate(beside)
  try {
    if (check.isConfirmed) request.pendingSession = null
    else await resolve()
  } catch (error) {
    if (error instanceof SessionChangedError) return work(undefined)
    throw error
  }
  if ('error' in outcome) throw outcome.error
  return outcome.answer
}
