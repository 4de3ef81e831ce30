import type { Boarded, UnsettledCaller } from '#records/unsettled-caller.ts'
import type { Deps } from '../deps.ts'
import { findSession, hasJustEnded, sessionSql } from './sessions.queries.ts'
import type { SignedIn } from './signed-in.ts'

/**
 * The question who is behind a session, asked once: on its own, or by boarding a statement that is on its way to the database anyway,
 * which spares a call its second trip.
 */
export class SessionQuestion {
  readonly #deps: Pick<Deps, 'database' | 'environment' | 'clock'>
  readonly #sessionHash: string
  readonly #expected: SignedIn | undefined
  #isUnderWay = false
  #isBorneOut = false
  /** Made where somebody waits. */
  #answer: PromiseWithResolvers<SignedIn | null> | undefined

  constructor(deps: Pick<Deps, 'database' | 'environment' | 'clock'>, sessionHash: string, expected: SignedIn | undefined) {
    this.#deps = deps
    this.#sessionHash = sessionHash
    this.#expected = expected
  }

  /** Has a statement come home that bears out who was expected? Then there is nothing to wait for. */
  get isBorneOut(): boolean {
    return this.#isBorneOut
  }

  /** Who it is; null where the session opens nothing. Throws where the database does not answer. */
  ask(): Promise<SignedIn | null> {
    if (!this.#isUnderWay) {
      this.#isUnderWay = true
      this.#read(this.#deps.clock.now())
    }
    return this.#waiting().promise
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
      arrive: (isExpected) => (isExpected ? this.#bearOut(expected) : this.#read(now)),
      miss: () => this.#read(now),
    }
  }

  #bearOut(expected: SignedIn): void {
    this.#isBorneOut = true
    this.#answer?.resolve(expected)
  }

  #read(now: Date): void {
    const { resolve, reject } = this.#waiting()
    findSession(this.#deps, this.#sessionHash, now).then(resolve, reject)
  }

  #waiting(): PromiseWithResolvers<SignedIn | null> {
    if (this.#answer === undefined) {
      this.#answer = Promise.withResolvers()
      // Whoever asks is told; a request that goes away before it asked is told nothing.
      this.#answer.promise.catch(() => undefined)
      if (this.#isBorneOut) this.#answer.resolve(this.#expected ?? null)
    }
    return this.#answer
  }
}
