import type { RawBuilder } from 'kysely'

/** A question on board of a statement. */
export interface Boarded {
  /** A statement of at most one row, always the same but for its values. */
  question: RawBuilder<unknown>
  values: readonly unknown[]
  /** What stands in its column `likeness` where it bears out what the call began with; null where nothing was expected. */
  expected: string | null
  /** Takes its row as JSON, null for none. */
  arrive(row: unknown): void
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
