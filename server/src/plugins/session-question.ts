import type { Boarded, UnsettledCaller } from '#records/unsettled-caller.ts'
import type { Deps } from '../deps.ts'
import { findSession, hasJustEnded, sessionSql } from './sessions.queries.ts'
import type { SignedIn } from './signed-in.ts'

/**
 * The question who is behind a session, asked once: on its own, or by boarding a statement that is on its way to the database anyway,
 * which spares a call its second trip.
 */
export class SessionQuestion {
  readonly #deps: Pick<Deps, 'database' | 'clock'>
  readonly #sessionHash: string
  readonly #expected: SignedIn | undefined
  readonly #answer = Promise.withResolvers<SignedIn | null>()
  #isUnderWay = false

  constructor(deps: Pick<Deps, 'database' | 'clock'>, sessionHash: string, expected: SignedIn | undefined) {
    this.#deps = deps
    this.#sessionHash = sessionHash
    this.#expected = expected
    // Whoever asks is told; a request that goes away before it asked is told nothing.
    this.#answer.promise.catch(() => undefined)
  }

  /** Who it is; null where the session opens nothing. Throws where the database does not answer. */
  ask(): Promise<SignedIn | null> {
    if (!this.#isUnderWay) {
      this.#isUnderWay = true
      this.#read(this.#deps.clock.now())
    }
    return this.#answer.promise
  }

  /** Where it opens nothing: did it until a minute ago? */
  hasJustEnded(): Promise<boolean> {
    return hasJustEnded(this.#deps.database, this.#sessionHash)
  }

  /** The question for a statement to take along; null where it is under way already, or nobody in particular is expected. */
  board: UnsettledCaller['board'] = (): Boarded | null => {
    const expected = this.#expected
    if (this.#isUnderWay || expected === undefined) return null
    this.#isUnderWay = true
    const now = this.#deps.clock.now()
    return {
      ...sessionSql(this.#sessionHash, expected.likeness, now),
      arrive: (isExpected) => (isExpected ? this.#answer.resolve(expected) : this.#read(now)),
      miss: () => this.#read(now),
    }
  }

  #read(now: Date): void {
    findSession(this.#deps.database, this.#sessionHash, now).then(this.#answer.resolve, this.#answer.reject)
  }
}
