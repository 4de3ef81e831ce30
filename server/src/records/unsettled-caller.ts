import type { RawBuilder } from 'kysely'

/** A question on board of a statement. */
export interface Boarded {
  /** A statement of at most one row, always the same but for its values. `is_expected`: does it bear out what the call began with? */
  question: RawBuilder<unknown>
  values: readonly unknown[]
  /** Takes that column; no row stands for false. */
  arrive(isExpected: boolean): void
  /** The statement did not bring it home. */
  miss(): void
}

/** Whoever calls while their session is still being read: their call goes by what is expected of them. */
export interface UnsettledCaller {
  /** The question who they are, for a statement to take along; null where it is under way already. */
  board(): Boarded | null
  /** Waits until the session bears out what was expected; throws where it does not. Whatever writes waits for this. */
  settle(): Promise<void>
}
