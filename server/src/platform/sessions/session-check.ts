import type { AttachedCheck, PendingSession } from './pending-session.ts'
import type { PlatformDeps } from '../deps.ts'
import { findSession, hasJustEnded, sessionSql } from './sessions.queries.ts'
import type { SessionUser } from './session-user.ts'

/**
 * Reads the session of a request once: with a separate query, or attached to the first statement of the
 * request, which saves a round trip to the database (decision 0009).
 */
export class SessionCheck {
  readonly #deps: Pick<PlatformDeps, 'database' | 'environment' | 'clock' | 'memory'>
  readonly #sessionHash: string
  readonly #expected: SessionUser | undefined
  #isUnderWay = false
  #isConfirmed = false
  /** Created when the first caller waits for the result. */
  #answer: PromiseWithResolvers<SessionUser | null> | undefined

  constructor(
    deps: Pick<PlatformDeps, 'database' | 'environment' | 'clock' | 'memory'>,
    sessionHash: string,
    expected: SessionUser | undefined,
  ) {
    this.#deps = deps
    this.#sessionHash = sessionHash
    this.#expected = expected
  }

  /** True once a statement has confirmed the expected user; then no wait is needed. */
  get isConfirmed(): boolean {
    return this.#isConfirmed
  }

  /** The user of the session; null if it is not valid. Throws if the database does not answer. */
  ask(): Promise<SessionUser | null> {
    if (!this.#isUnderWay) {
      this.#isUnderWay = true
      this.#read(this.#deps.clock.now())
    }
    return this.#waiting().promise
  }

  /** Whether the session, which is no longer valid, was valid within the last minute. */
  hasJustEnded(): Promise<boolean> {
    return hasJustEnded(this.#deps.database, this.#sessionHash)
  }

  /** The check to attach to a statement; null if the session is being read already or no user is expected. */
  attach: PendingSession['attach'] = (): AttachedCheck | null => {
    const expected = this.#expected
    if (this.#isUnderWay || expected === undefined) return null
    this.#isUnderWay = true
    const now = this.#deps.clock.now()
    return {
      ...sessionSql(this.#sessionHash, expected.fingerprint, now),
      onResult: (isExpected) => (isExpected ? this.#confirm(expected) : this.#read(now)),
      onFailure: () => this.#read(now),
    }
  }

  #confirm(expected: SessionUser): void {
    this.#isConfirmed = true
    this.#answer?.resolve(expected)
  }

  #read(now: Date): void {
    const { resolve, reject } = this.#waiting()
    findSession(this.#deps, this.#sessionHash, now).then(resolve, reject)
  }

  #waiting(): PromiseWithResolvers<SessionUser | null> {
    if (this.#answer === undefined) {
      this.#answer = Promise.withResolvers()
      // Prevents an unhandled rejection if no caller waits for the result. Callers that wait still get the
      // error.
      this.#answer.promise.catch(() => undefined)
      if (this.#isConfirmed) this.#answer.resolve(this.#expected ?? null)
    }
    return this.#answer
  }
}
