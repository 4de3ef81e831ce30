import type { RawBuilder } from 'kysely'

/** A session check attached to another statement. */
export interface AttachedCheck {
  /**
   * A statement of at most one row whose text never changes. Its column `is_expected` says whether the
   * session is as the request assumed.
   */
  statement: RawBuilder<unknown>
  values: readonly unknown[]
  /** Receives `is_expected`; a missing row counts as false. */
  onResult(isExpected: boolean): void
  /** The statement failed, so the session was not checked. */
  onFailure(): void
}

/** The session of a request that runs for the user it is expected to have, before the session was read. */
export interface PendingSession {
  /** The check to attach to a statement; null if the session is being read already. */
  attach(): AttachedCheck | null
  /** Waits until the session is read. Throws if it is not as expected. Every write waits for this. */
  resolve(): Promise<void>
}
